import { plainText } from '#core/values/word-search.ts';

/** Holds a text that staff type to find a customer. */
export interface CustomerSearch {
  /** Words in lower case, without accents and apostrophes. All must occur. */
  words: string[];
  /** Range of orders whose id this is, or whose id begins like this. */
  orderIds?: readonly [first: string, last: string];
}

const MAX_WORDS = 8;

/** Strips a phone number of its punctuation and the country's code, because it is searched as digits. */
export function parseCustomerSearch(text: string): CustomerSearch {
  const line = plainText(text.trim());
  const [, prefix, rest] = /^#?([\da-f]{8})((?:-[\da-f]{4}){3}-[\da-f]{12})?$/.exec(line) ?? [];
  const digits = line.replaceAll(/\D/g, '');
  const isPhone = /^\+?[\d\s().-]+$/.test(line) && digits.length >= 4;
  const words = isPhone
    ? [digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits]
    : line.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (prefix === undefined) return { words };
  const [first, last] = [rest ?? '-0000-0000-0000-000000000000', rest ?? '-ffff-ffff-ffff-ffffffffffff'];
  return { words, orderIds: [prefix + first, prefix + last] };
}
