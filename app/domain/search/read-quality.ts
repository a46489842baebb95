import { type MileageChoice, mileageChoices } from '#domain/catalog-query.ts';
import type { Token } from './read-tokens.ts';

interface Quality {
  start: number;
  end: number;
  meaning: { kind: 'grade'; grade: string } | { kind: 'mileage'; miles: MileageChoice };
}

const MAX_WORDS = 7;

/** Reads 'grade A' and 'under 60k miles', as far as they are choices of the filters. */
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
  const [, atMost, thousands, orLess] =
    text.match(
      /^(under |below |less than |up to |at most |max |< ?)?(\d+) ?(?:k|000) (?:miles|mi)( or less| or fewer)?$/,
    ) ?? [];
  if (atMost === undefined && orLess === undefined) return undefined;
  return mileageChoices.find((miles) => miles === Number(thousands) * 1_000);
}
