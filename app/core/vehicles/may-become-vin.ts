/**
 * Whether what is typed may be a VIN or the first part of one: a word longer than most part numbers, with letters and
 * digits, or a VIN with separators. Small, because the first load has it; vin-text.ts is exact.
 */
export function mayBecomeVin(text: string): boolean {
  if (/(?=\d*[a-z])(?=[a-z]*\d)[a-z\d]{12}/i.test(text)) return true;
  const joined = text.replaceAll(/[\s-]/g, '');
  // Not two words, as in 'brake rotor 1234567'.
  return joined.length === 17 && /^\w+\d{4}$/.test(joined) && !/\b[a-z]{5,}\b.*\b[a-z]{5,}\b/i.test(text);
}
