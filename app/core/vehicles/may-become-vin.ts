/**
 * Tells whether a typed text may be a VIN or the first part of one: a word longer than most part numbers, with letters and
 * digits, or a VIN with separators. It is small, because the first load has it. vin-text.ts is exact.
 */
export function mayBecomeVin(text: string): boolean {
  if (/(?=\d*[a-z])(?=[a-z]*\d)[a-z\d]{12}/i.test(text)) return true;
  const joined = text.replaceAll(/[\s-]/g, '');
  // Two words are no VIN: 'brake rotor 1234567'.
  return joined.length === 17 && /^\w+\d{4}$/.test(joined) && !/\b[a-z]{5,}\b.*\b[a-z]{5,}\b/i.test(text);
}
