// Sound, which the browser makes of noise and sines by a few numbers of each frame. It begins with the first gesture, since no
// browser lets a page sound before that. No files are loaded for it.

let audio = null;
let noise;
let scrape;
let allowed = false;

// After the first gesture, sound may begin.
for (const gesture of ['pointerdown', 'keydown']) {
    window.addEventListener(gesture, () => {
        allowed = true;
        audio?.resume();
    }, { capture: true });
}
document.addEventListener('visibilitychange', () => document.hidden && playSilence());

// Ends the sound that goes on until the next frame of the game.
export function playSilence() {
    scrape?.gain.gain.setTargetAtTime(0, audio.currentTime, 0.02);
}

// A second of noise, and the scrape, which always plays and is mostly silent.
function begin() {
    const Context = window.AudioContext;
    if (audio || !allowed || !Context) {
        return audio;
    }
    audio = new Context();
    noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) {
        samples[at] = Math.random() * 2 - 1;
    }
    const source = noiseSource(true);
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    const gain = audio.createGain();
    gain.gain.value = 0;
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start();
    scrape = { filter, gain };
    return audio;
}

function noiseSource(loop) {
    const source = audio.createBufferSource();
    source.buffer = noise;
    source.loop = loop;
    return source;
}

// A sound of this loudness that begins after `wait` seconds and fades, to a third within `fade` seconds.
function burst(source, level, fade, wait = 0) {
    const gain = audio.createGain();
    const now = audio.currentTime + wait;
    gain.gain.setValueAtTime(level, now);
    gain.gain.setTargetAtTime(0, now, fade);
    source.connect(gain).connect(audio.destination);
    const first = source.first ?? source;
    first.start(now);
    first.stop(now + fade * 8);
}

// Noise below this pitch.
function thud(pitch) {
    const first = noiseSource(false);
    const filter = audio.createBiquadFilter();
    filter.frequency.value = pitch;
    first.connect(filter);
    return Object.assign(filter, { first });
}

function tone(pitch) {
    const source = audio.createOscillator();
    source.frequency.value = pitch;
    return source;
}

// Plays the sounds of a frame of the game (crates/game/src/platform/sound/mod.rs).
export function playSound([volume, step, pitch, landing, contacts, speed, success]) {
    if (!begin()) {
        return;
    }
    if (step > 0) {
        burst(thud(pitch), step * volume, 0.035);
    }
    if (landing > 0) {
        burst(tone(70), landing * volume * 0.7, 0.09);
        burst(thud(200), landing * volume * 0.7, 0.09);
    }
    if (contacts > 0) {
        burst(tone(2200), volume * 0.3, 0.006);
    }
    if (success > 0) {
        burst(tone(660), volume * 0.35, 0.16);
        burst(tone(990), volume * 0.35, 0.16, 0.13);
    }
    const now = audio.currentTime;
    scrape.filter.frequency.setTargetAtTime(250 + 110 * Math.min(speed, 60), now, 0.02);
    scrape.gain.gain.setTargetAtTime(Math.sqrt(Math.min(speed / 6, 1)) * volume * 0.3, now, 0.02);
}
