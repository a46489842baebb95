/** The fewest characters of a secret that signs sessions and makes passwords. */
const SHORTEST_SECRET = 32;

/** The fewest characters of a password for a database. */
const SHORTEST_PASSWORD = 16;

/** What a secret must at least take to guess, in bits, by how often it uses each character. */
const FEWEST_BITS = { secret: 96, password: 40 };

/** What nobody's random characters spell. */
const WORDS =
  /change.?me|replace.?me|your.?secret|super.?secret|secret|passw|example|default|partyard|postgres|qwerty|abcdef|letmein|admin|random/i;

/**
 * Why a secret can be guessed, as what follows 'it'; undefined when it looks random. The secret itself is in no
 * answer.
 */
export function secretWeakness(secret: string, kind: 'secret' | 'password' = 'secret'): string | undefined {
  const shortest = kind === 'secret' ? SHORTEST_SECRET : SHORTEST_PASSWORD;
  if (secret.length < shortest) return `has fewer than ${shortest} characters`;
  if (WORDS.test(secret)) return 'holds a word that is tried first';
  if (/0123456|1234567|7654321/.test(secret)) return 'counts';
  if (/^[A-Z]?[a-z]+(?:[ _.,-]+[A-Z]?[a-z]+){2,}$/.test(secret)) return 'is made of words';
  if (repeats(secret)) return 'repeats itself';
  if (bits(secret) < FEWEST_BITS[kind]) return 'uses too few different characters';
  return undefined;
}

/** It is one piece, several times over. */
function repeats(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

/** Shannon's entropy of its characters times their number. */
function bits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let each = 0;
  for (const count of counts.values()) each -= (count / text.length) * Math.log2(count / text.length);
  return each * text.length;
}
