/** Reads a typed amount in cents. Examples: '12.50', '$1,200'. Returns undefined for anything else. */
export function parseDollars(text: string): number | undefined {
  const typed = text.trim();
  if (!/^\$?\s?(\d{1,3}(,\d{3})+|\d{1,9})(\.\d{1,2})?$/.test(typed)) return undefined;
  return Math.round(Number(typed.replaceAll(/[$,\s]/g, '')) * 100);
}
