import { type MileageChoice, mileageChoices } from '#core/catalog/catalog-query.ts';
import type { Token } from './read-tokens.ts';

interface Quality {
  start: number;
  end: number;
  meaning: { kind: 'grade'; grade: string } | { kind: 'mileage'; miles: MileageChoice };
}

const MAX_WORDS = 7;

/** The meaning of 'low mileage'. Grade A has the same limit. */
const LOW_MILEAGE: MileageChoice = 60_000;

/** Reads 'grade A', 'under 60k miles' and 'low mileage', as far as they are choices of the filters. */
export function readQuality(tokens: readonly Token[], start: number): Quality | undefined {
  const texts = tokens.slice(start, start + MAX_WORDS).map(({ raw, isQuoted }) => (isQuoted ? '"' : raw));
  for (let count = texts.length; count > 0; count -= 1) {
    const text = texts.slice(0, count).join(' ').toLowerCase();
    const [, after, before] = text.match(/^(?:grade[ -]?([abc])|([abc])[ -]?grade)$/) ?? [];
    const grade = after ?? before;
    if (grade !== undefined)
      return { start, end: start + count, meaning: { kind: 'grade', grade: grade.toUpperCase() } };
    const miles = readMiles(text);
    if (miles !== undefined) return { start, end: start + count, meaning: { kind: 'mileage', miles } };
  }
  return undefined;
}

function readMiles(text: string): MileageChoice | undefined {
  if (/^low (?:miles|mileage)$/.test(text)) return LOW_MILEAGE;
  const [, atMost, thousands, unit, orLess] =
    text.match(
      /^(under |below |less than |up to |at most |max |< ?)?(\d+) ?(?:k|000)( miles| mi)?( or less| or fewer)?$/,
    ) ?? [];
  if (atMost === undefined && (unit === undefined || orLess === undefined)) return undefined;
  return mileageChoices.find((miles) => miles === Number(thousands) * 1_000);
}
