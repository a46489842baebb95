import { unique } from '#core/values/unique.ts';
import type { Interpretation } from './interpret-query.ts';
import { type Position, positions as allPositions } from './positions.ts';
import type { SearchedEngine } from './read-engine.ts';
import type { SearchLevel } from './search-level.ts';
import type { Trait } from './traits.ts';

/** Lists what a part must not say instead of what the text says: another engine, drive, body or side. */
export function conflictsOf({
  positions,
  traits,
  engines,
}: Pick<Interpretation, 'positions' | 'traits' | 'engines'>): NonNullable<SearchLevel['unless']> {
  return [...softPositions(positions), ...softTraits(traits), ...otherEngines(engines)];
}

/** Excludes opposite positions. Parts that do not name a position may have it. */
function softPositions(positions: readonly Position[]) {
  return axesOf(positions).flatMap((axis) => {
    const [only, ...others] = axis;
    if (!only || others.length > 0) return [];
    const opposite = allPositions.find(({ label }) => label === only.opposite);
    return opposite ? [{ opposite: nameTermsOf(opposite), explicit: nameTermsOf(only) }] : [];
  });
}

/** Excludes parts that are only for another drive or body. Most parts name none. */
function softTraits(traits: readonly Trait[]) {
  return traits.flatMap(({ words, opposite }) =>
    opposite.length > 0 ? [{ opposite: traitTerms(opposite), explicit: traitTerms(words) }] : [],
  );
}

/** Excludes parts that name other engines only, by displacement or cylinders. A missing fact matches any. */
function otherEngines(engines: readonly SearchedEngine[]) {
  return engines.flatMap(({ facts }) =>
    facts.flatMap((terms) => {
      const own = terms.filter((term) => !term.startsWith('w='));
      const [name = ''] = own[0]?.split('=') ?? [];
      const others = name === 'fuel' ? otherFuels(own) : [`${name}=known`];
      return /^(liters|cylinders|fuel|vin)$/.test(name) ? [{ opposite: others, explicit: terms }] : [];
    }),
  );
}

function otherFuels(own: readonly string[]): string[] {
  return ['diesel', 'hybrid', 'electric', 'gas']
    .map((fuel) => `fuel=${fuel}`)
    .filter((fuel) => !own.includes(fuel));
}

export function traitTerms(words: readonly string[]): string[] {
  return words.map((word) => `w=${word}`);
}

/** Groups positions by their axis: front or rear, left or right, and so on. */
export function axesOf(positions: readonly Position[]): Position[][] {
  const different = unique(positions);
  return different.flatMap((position, index) => {
    const opposite = different.findIndex(({ label }) => label === position.opposite);
    if (opposite >= 0 && opposite < index) return [];
    return [[position, ...different.filter((_, other) => other === opposite)]];
  });
}

export function nameTermsOf({ words }: Position): string[] {
  return words.map((word) => `t=${word}`);
}
