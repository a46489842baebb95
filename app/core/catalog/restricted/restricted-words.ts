import { kindRules, type RestrictedTerms, restrictedKinds } from './restricted-kinds.ts';

/**
 * Returns a regular expression of the words of kinds whose sale depends on the destination. Empty if there are no such kinds.
 */
export function listRestrictedWords(terms: RestrictedTerms): string {
  const kinds = restrictedKinds.filter(
    (kind) =>
      terms[kind].on &&
      (kindRules[kind].ships !== 'any' ||
        (kind === 'catalyticConverters' && terms[kind].soldElsewhere) ||
        (kind === 'leadAcidBatteries' && terms[kind].feeCents > 0)),
  );
  const words = kinds.flatMap((kind) => terms[kind].words);
  return [...new Set(words)].join('|').replaceAll(' ', '[^a-z0-9]+');
}

/** Tells whether a part may be restricted. Only the server knows for sure. */
export function mayBeRestricted(part: { name: string; category?: string | null }, words: string): boolean {
  return words !== '' && new RegExp(words, 'i').test(`${part.name} ${part.category ?? ''}`);
}
