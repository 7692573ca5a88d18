// The slider of a frame in another page.

// The slider of an address: a name of a tuning or `hz`, the least, the greatest and the first value, and a unit. null if it is none.
export function readSlider(text) {
    const [name, ...rest] = (text ?? '').split(',');
    const numbers = rest.slice(0, 3).map(Number);
    const [min, max, value] = numbers;
    const fits = name === 'hz' ? number => Number.isInteger(number) && number > 0 : Number.isFinite;
    const isSlider = /^[a-z_]+$/.test(name) && numbers.length === 3 && numbers.every(fits) && min < max && min <= value && value <= max;
    return isSlider ? { name, min, max, value, unit: rest[3] ?? '' } : null;
}
