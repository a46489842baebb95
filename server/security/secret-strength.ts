const MIN_SECRET_LENGTH = 32;

const MIN_PASSWORD_LENGTH = 16;

/** The minimum entropy in bits, by character frequency. */
const MIN_BITS = { secret: 96, password: 40 };

/** Words that random secrets do not contain. */
const WORDS =
  /change.?me|replace.?me|your.?secret|super.?secret|secret|passw|example|default|partyard|postgres|qwerty|abcdef|letmein|admin|random/i;

/** Returns why a secret is weak, as a predicate of 'it'. The result does not contain the secret. */
export function secretWeakness(secret: string, kind: 'secret' | 'password' = 'secret'): string | undefined {
  const minLength = kind === 'secret' ? MIN_SECRET_LENGTH : MIN_PASSWORD_LENGTH;
  if (secret.length < minLength) return `has fewer than ${minLength} characters`;
  if (WORDS.test(secret)) return 'contains a common word';
  if (/0123456|1234567|7654321/.test(secret)) return 'counts';
  if (/^[A-Z]?[a-z]+(?:[ _.,-]+[A-Z]?[a-z]+){2,}$/.test(secret)) return 'is made of words';
  if (isRepeated(secret)) return 'repeats itself';
  if (entropyBits(secret) < MIN_BITS[kind]) return 'uses too few different characters';
  return undefined;
}

function isRepeated(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

/** Shannon entropy per character times the length. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let each = 0;
  for (const count of counts.values()) each -= (count / text.length) * Math.log2(count / text.length);
  return each * text.length;
}
