const REPLACEMENT = '(as you wrote it)';

/**
 * Replaces a text that may contain a link or an email address. Mails to unconfirmed addresses quote what a visitor typed,
 * and must not carry advertisements.
 */
export function redactLinks(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return /@|\/\/|www\b|\p{L}{2,}[.。]\p{L}{2,}|\p{L}\.\p{L}+\//iu.test(plain) ? REPLACEMENT : text;
}
