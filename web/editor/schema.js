// The rules of the level format for tables and keys. The schema is made from the game's own table of keys.

import schema from '../../levels/level.schema.json';

// The built-in kinds of props and movers. bundle.mjs reads them from src/level/files/built_in.rs.
export const BUILT_IN_KINDS = __BUILT_IN_KINDS__;

// The rule for the value at these names, such as ['prop', 'kind']; undefined if the format has no such key.
export function ruleOf(names) {
    let rule = schema;
    for (const name of names) {
        rule = elementOf(rule);
        rule = Object.hasOwn(rule.properties ?? {}, name) ? rule.properties[name] : rule.additionalProperties;
        if (!rule) {
            return undefined;
        }
    }
    return rule;
}

// The rule of an array's elements, else the rule itself.
function elementOf(rule) {
    return rule.type === 'array' && rule.items ? rule.items : rule;
}

// The keys of the table at `names`: a list of { name, rule, required }.
export function keysOf(names) {
    const rule = ruleOf(names);
    const { properties = {}, required = [] } = rule ? elementOf(rule) : {};
    return Object.entries(properties).map(([name, rule]) => ({ name, rule, required: required.includes(name) }));
}

// Whether the value is written below a separate header, [name] or [[name]].
export function isTable(rule) {
    return rule.type === 'object' || isTableArray(rule);
}

export function isTableArray(rule) {
    return rule.type === 'array' && rule.items?.type === 'object';
}

// The words of a rule: what it means, and in parentheses its type, unit and range.
export function wordsOf(rule) {
    const [, meaning, type] = rule.description?.match(/^(.*?)(?: \(([^()]*(?:\([^()]*\)[^()]*)*)\))?$/s) ?? [];
    return { meaning: meaning ?? '', type: type ?? '' };
}

// The default, as it is written in a level; null without one.
export function defaultOf(rule) {
    if (rule.default === undefined) {
        return rule.const === undefined ? null : written(rule.const, rule);
    }
    return written(rule.default, rule);
}

function written(value, rule) {
    if (Array.isArray(value)) {
        return `[${value.map(item => written(item, rule.items ?? {})).join(', ')}]`;
    }
    // JSON writes 1.0 as 1, and a reader should see that fractions are possible.
    const isFraction = rule.type === 'number' || rule.anyOf?.some(({ type }) => type === 'number');
    return isFraction && Number.isInteger(value) ? value.toFixed(1) : JSON.stringify(value);
}

// A value to begin with, for a key without a default.
export function exampleOf(rule) {
    const known = defaultOf(rule);
    if (known !== null) {
        return known;
    }
    if (rule.enum) {
        return JSON.stringify(rule.enum[0]);
    }
    if (rule.examples) {
        return written(rule.examples[0], rule);
    }
    if (rule.type === 'array') {
        const item = exampleOf(rule.items ?? {});
        return `[${Array(rule.minItems ?? 0).fill(item).join(', ')}]`;
    }
    return { string: '""', boolean: 'true', number: '0.0' }[rule.type] ?? '';
}
