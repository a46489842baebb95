/** Matches a space as thousands separator. */
const SPACE = String.raw`[ \u00a0\u202f]`;

const forms: readonly { pattern: RegExp; toDecimal: (text: string) => string }[] = [
  // Example: 1234.5
  { pattern: /^(\d+\.?\d*|\.\d+)$/, toDecimal: (text) => text },
  // Example: 1,234.50
  { pattern: /^\d{1,3}(,\d{3})+(\.\d*)?$/, toDecimal: (text) => text.replaceAll(',', '') },
  // Examples: 1.234,50 and 1.234.567
  {
    pattern: /^\d{1,3}((\.\d{3})+,\d*|(\.\d{3}){2,})$/,
    toDecimal: (text) => text.replaceAll('.', '').replace(',', '.'),
  },
  // Example: 1 234,50
  {
    pattern: new RegExp(`^\\d{1,3}(${SPACE}\\d{3})+([.,]\\d{1,2})?$`),
    toDecimal: (text) => text.replaceAll(new RegExp(SPACE, 'g'), '').replace(',', '.'),
  },
  // Example: 12,5
  { pattern: /^\d+,\d{1,2}$/, toDecimal: (text) => text.replace(',', '.') },
];

/**
 * Reads a number as people and spreadsheets write it, with or without a dollar sign: '1,234.50', '1.234,50' and '$1234.5' are
 * 1234.5 as decimal text. Returns undefined for other texts, and for ambiguous ones: 1.234 is about a thousand or about one.
 */
export function readNumberCell(text: string): string | undefined {
  const typed = text
    .trim()
    .replace(/^(usd|us\$|\$)\s*/i, '')
    .replace(/\s*(usd|\$)$/i, '');
  if (/^\d{1,3}\.\d{3}$/.test(typed)) return undefined;
  return forms.find(({ pattern }) => pattern.test(typed))?.toDecimal(typed);
}
