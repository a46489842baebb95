/** A thousands separator that is a space. */
const SPACE = String.raw`[ \u00a0\u202f]`;

const forms: readonly { pattern: RegExp; plain: (text: string) => string }[] = [
  // 1234.5
  { pattern: /^(\d+\.?\d*|\.\d+)$/, plain: (text) => text },
  // 1,234.50
  { pattern: /^\d{1,3}(,\d{3})+(\.\d*)?$/, plain: (text) => text.replaceAll(',', '') },
  // 1.234,50 and 1.234.567
  {
    pattern: /^\d{1,3}((\.\d{3})+,\d*|(\.\d{3}){2,})$/,
    plain: (text) => text.replaceAll('.', '').replace(',', '.'),
  },
  // 1 234,50
  {
    pattern: new RegExp(`^\\d{1,3}(${SPACE}\\d{3})+([.,]\\d{1,2})?$`),
    plain: (text) => text.replaceAll(new RegExp(SPACE, 'g'), '').replace(',', '.'),
  },
  // 12,5
  { pattern: /^\d+,\d{1,2}$/, plain: (text) => text.replace(',', '.') },
];

/**
 * Reads a number as people and spreadsheets write it, with or without a dollar sign: '1,234.50', '1.234,50' and '$1234.5'
 * are 1234.5 as decimal text. Undefined for other texts, and for ambiguous ones: 1.234 is about a thousand or about one.
 */
export function readNumberCell(text: string): string | undefined {
  const typed = text
    .trim()
    .replace(/^(usd|us\$|\$)\s*/i, '')
    .replace(/\s*(usd|\$)$/i, '');
  if (/^\d{1,3}\.\d{3}$/.test(typed)) return undefined;
  return forms.find(({ pattern }) => pattern.test(typed))?.plain(typed);
}
