import type { Part } from '#core/catalog/part.ts';

/** Characters. */
export const contactMaxLengths = { name: 200, email: 320, subject: 300, message: 10_000 } as const;

export const contactTexts = {
  sent: "Message sent successfully! We'll get back to you soon.",
  failed: 'Failed to send message. Please try again.',
  tooMany: "You've sent too many messages recently. Please wait before sending another.",
} as const;

/** Example: 'Question about Alternator (stock number P-1042)'. */
export function formatPartQuestion({ name, stockNumber }: Pick<Part, 'name' | 'stockNumber'>): string {
  const stock = stockNumber ? ` (stock number ${stockNumber})` : '';
  const subject = 'Question about ';
  return `${subject}${name.slice(0, contactMaxLengths.subject - subject.length - stock.length)}${stock}`;
}
