const REPLACEMENT = '(as you wrote it)';

/** Replaces text that has a link or email, because mails to unconfirmed addresses quote it and must not carry ads. */
export function redactLinks(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return /@|\/\/|www\b|\p{L}{2,}[.。]\p{L}{2,}|\p{L}\.\p{L}+\//iu.test(plain) ? REPLACEMENT : text;
}
