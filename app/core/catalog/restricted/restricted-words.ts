import { kindRules, type RestrictedTerms, restrictedKinds } from './restricted-kinds.ts';

/** A regular expression of the words of kinds whose sale depends on the destination. Empty without such kinds. */
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

/** Whether a part may be restricted: only the server knows. */
export function mayBeRestricted(part: { name: string; category?: string | null }, words: string): boolean {
  return words !== '' && new RegExp(words, 'i').test(`${part.name} ${part.category ?? ''}`);
}
