/**
 * Whether what is typed may be a VIN or the first part of one: a word longer than most part numbers, with letters and
 * digits, or a VIN with separators. Small, because the first load has it; vin-text.ts is exact.
 */
export function mayBecomeVin(text: string): boolean {
  const joined = text.replaceAll(/[\s-]/g, '');
  return (
    /(?=\d*[a-z])(?=[a-z]*\d)[a-z\d]{12}/i.test(text) || (joined.length === 17 && /^\w+\d{4}$/.test(joined))
  );
}
