import type { Vin } from './vin.ts';

/** Facts that a VIN can tell of a vehicle. They have vPIC's names and the order of the data file. */
export const vinFacts = [
  'model',
  'body',
  'series',
  'trim',
  'cylinders',
  'liters',
  'fuel',
  'layout',
  'turbo',
  'engine',
  'doors',
  'drive',
] as const;

export type VinFact = (typeof vinFacts)[number];

/**
 * Finds the facts of a VIN in schemas of the data file. A line of a schema has keys, then facts as `index in vinFacts=value`,
 * with tabs between them. A model has its make before it: Honda/Civic. If several lines match, the one that names more
 * characters counts. Leaves out facts that two equally exact lines say differently, except models: all of them are returned.
 */
export function matchPatterns(
  vin: Vin,
  schemas: readonly string[],
): { models: string[]; facts: Partial<Record<VinFact, string>> } {
  const keys = `${vin.slice(3, 8)}|${vin.slice(9)}`;
  const best = new Map<string, { exact: number; values: Set<string> }>();
  for (const line of schemas.flatMap((schema) => schema.split('\n'))) {
    const exact = matchKeys(line.slice(0, Math.max(line.indexOf('\t'), 0)), keys);
    if (exact === undefined) continue;
    for (const text of line.split('\t').slice(1)) {
      const equals = text.indexOf('=');
      const [fact, value] = [text.slice(0, equals), text.slice(equals + 1)];
      const found = best.get(fact);
      if (!found || exact > found.exact) best.set(fact, { exact, values: new Set([value]) });
      else if (exact === found.exact) found.values.add(value);
    }
  }
  const facts: Partial<Record<VinFact, string>> = {};
  for (const [index, name] of vinFacts.entries()) {
    const values = [...(best.get(String(index))?.values ?? [])];
    if (name !== 'model' && values.length === 1) facts[name] = values[0] ?? '';
  }
  return { models: [...(best.get('0')?.values ?? [])].toSorted(), facts };
}

/**
 * Counts the characters that a pattern names, if it matches: the characters 4 to 8, then `|` and those from 10 on. `*` is any
 * one, `[A-CX]` one of these, `#` a digit. A short pattern matches texts that begin with it.
 */
export function matchKeys(pattern: string, keys: string): number | undefined {
  let exact = 0;
  let place = 0;
  for (let index = 0; index < pattern.length; index += 1, place += 1) {
    const wanted = pattern.charAt(index);
    const character = keys.charAt(place);
    if (character === '') return undefined;
    if (wanted === '*') continue;
    if (wanted === '[') {
      const end = pattern.indexOf(']', index);
      if (end === -1 || !isInSet(pattern.slice(index + 1, end), character)) return undefined;
      index = end;
    } else if (wanted === '#') {
      if (!/\d/.test(character)) return undefined;
    } else if (wanted !== character) return undefined;
    if (wanted !== '|') exact += 1;
  }
  return exact;
}

/** Tells whether a character is in a set such as `A-CX`, or `^0-9` for all others. */
function isInSet(set: string, character: string): boolean {
  if (set.startsWith('^')) return !isInSet(set.slice(1), character);
  for (let index = 0; index < set.length; index += 1) {
    const from = set.charAt(index);
    const isRange = set.charAt(index + 1) === '-' && index + 2 < set.length;
    const to = isRange ? set.charAt(index + 2) : from;
    if (from <= character && character <= to) return true;
    if (isRange) index += 2;
  }
  return false;
}
