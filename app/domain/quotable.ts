const NOT_REPEATED = '(as you wrote it)';

/**
 * What a stranger has typed, if it can be repeated in a mail to an address that nobody has confirmed: whatever might
 * be read as an address of the web or of a mail is left out, so that the shop carries nobody's advertisement.
 */
export function quotable(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return /@|\/\/|www\b|\p{L}{2,}[.。]\p{L}{2,}|\p{L}\.\p{L}+\//iu.test(plain) ? NOT_REPEATED : text;
}
