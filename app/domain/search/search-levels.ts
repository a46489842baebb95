import { mileageChoices } from '#domain/catalog-query.ts';
import { unique } from '#domain/unique.ts';
import type { Interpretation, WordGroup } from './interpret-query.ts';
import type { Position } from './positions.ts';
import { positions as allPositions } from './positions.ts';
import type { TypedWord } from './read-tokens.ts';
import type { SearchCatalog } from './search-catalog.ts';
import type { Clause, SearchLevel } from './search-level.ts';
import { vehicleClauses } from './vehicle-clauses.ts';
import { foldText, wordForms, wordStem } from './word-forms.ts';

const MAX_CLAUSES_OF_GROUP = 48;

/** Too many numbers begin with fewer characters. */
const MIN_PREFIX = 4;

/**
 * Translates a query into levels, best first. The last one finds all that the query finds, which includes all parts with the
 * text of the query in one of their fields (Spec §5). Returns null for texts that are too short to be ordered by match.
 */
export function toSearchLevels(query: Interpretation, catalog: SearchCatalog): SearchLevel[] | null {
  const { groups, positions } = query;
  const byVehicle = vehicleClauses(query).map((vehicle) => vehicle.concat(qualityClauses(query)));
  const facets = byVehicle.at(-1) ?? [];
  if (facets.length === 0 && positions.length === 0 && isTooShort(groups)) return null;

  const explicit = explicitClauses(positions);
  const hasGroups = groups.length > 0;
  // A text of punctuation only is in no term of a name.
  const hasWords = hasGroups && groups.every(({ words: typed }) => typed.every(({ key }) => key !== ''));
  const unless = hasGroups ? softPositions(positions) : [];
  const words = (read: (group: WordGroup) => Clause[]) => [...facets, ...groups.flatMap(read)];
  const surestFirst = (clauses: readonly Clause[]) => byVehicle.map((vehicle) => vehicle.concat(clauses));
  const plainPositions = hasGroups ? [] : axesOf(positions).map(anyPosition);
  const everything = { clauses: [...words(anyClauses), ...plainPositions], unless };

  const { stockNumbers } = query;
  const levels: SearchLevel[] = stockNumbers.length > 0 ? [{ stockNumbers }] : [];
  if (query.number !== null) {
    levels.push({ number: query.number }, { olderNumber: query.number });
    const isVehicle = query.models.length > 0 || query.years.length > 0;
    if (!isVehicle && query.number.length >= MIN_PREFIX) levels.push({ number: query.number, prefix: true });
  }
  // First the words as typed, then with their synonyms.
  const readers = [
    ...(groups.some((group) => preferredSynonyms(group).length > 0) ? [preferredClauses] : []),
    ...(groups.some(({ synonyms }) => synonyms.length > 0) ? [typedClauses] : []),
    nameClauses,
  ];
  if (explicit.length > 0 && (hasWords || !hasGroups))
    levels.push(
      ...readers.flatMap((read) =>
        surestFirst([...groups.flatMap(read), ...explicit]).map((clauses) => ({ clauses })),
      ),
    );
  if (hasWords) {
    // A headlight has a side, but no front.
    const oneAxis = explicit.length > 1 ? explicit.toReversed() : [];
    levels.push(
      ...oneAxis.map((clause) => ({ clauses: [...words(nameClauses), clause], unless })),
      ...readers.flatMap((read) => surestFirst(groups.flatMap(read)).map((clauses) => ({ clauses, unless }))),
      { clauses: words(withinNameClauses), unless },
      { clauses: words((group) => fieldClauses(group, catalog)), unless },
    );
  }
  const last = {
    ...everything,
    ...(stockNumbers.length > 0 && { stockNumbers }),
    ...(query.number !== null && { olderNumber: query.number }),
  };
  if (!hasGroups)
    levels.push(
      ...surestFirst(plainPositions)
        .slice(0, -1)
        .map((clauses) => ({ clauses })),
    );
  levels.push(last);
  if (needsLiteral(query, everything)) {
    const names = termsContaining(foldText(query.text), catalog);
    levels.push({ ...last, literal: query.text, ...(names.length > 0 && { names }) });
  }
  return levels;
}

/** All parts that contain each word: the only level of texts that are too short to be ordered by match. */
export function containsWords({ groups }: Interpretation): SearchLevel {
  return { clauses: groups.flatMap(anyClauses) };
}

function isTooShort(groups: readonly WordGroup[]): boolean {
  const [only, ...others] = groups.flatMap(({ words }) => words);
  if (!only || others.length > 0) return groups.length === 0;
  return (
    only.folded.length === 1 ||
    (only.folded.length === 2 && /\d/.test(only.folded) && groups[0]?.synonyms.length === 0)
  );
}

function qualityClauses({ conditions, grades, mileages }: Interpretation): Clause[] {
  return [
    ...conditions.map((names) => ({ terms: names.map((name) => `condition=${name}`) })),
    ...(grades.length > 0 ? [{ terms: unique(grades.map((grade) => `grade=${grade}`)) }] : []),
    ...(mileages.length > 0 ? [{ terms: mileageTerms(Math.max(...mileages)) }] : []),
  ];
}

/** The terms for at most so many miles. */
export function mileageTerms(most: number): string[] {
  return mileageChoices.filter((miles) => miles <= most).map((miles) => `mileage=${miles}`);
}

/** One clause for each axis: front or rear, sides, and so on. */
function explicitClauses(positions: readonly Position[]): Clause[] {
  return axesOf(positions).map((axis) => ({ terms: axis.flatMap(nameTermsOf) }));
}

/** Parts that do not name a position may have it. */
function softPositions(positions: readonly Position[]) {
  return axesOf(positions).flatMap((axis) => {
    const [only, ...others] = axis;
    if (!only || others.length > 0) return [];
    const opposite = allPositions.find(({ label }) => label === only.opposite);
    return opposite ? [{ opposite: nameTermsOf(opposite), explicit: nameTermsOf(only) }] : [];
  });
}

function axesOf(positions: readonly Position[]): Position[][] {
  const different = unique(positions);
  return different.flatMap((position, index) => {
    const opposite = different.findIndex(({ label }) => label === position.opposite);
    if (opposite >= 0 && opposite < index) return [];
    return [[position, ...different.filter((_, other) => other === opposite)]];
  });
}

function nameTermsOf({ words }: Position): string[] {
  return words.map((word) => `t=${word}`);
}

/** Any of the positions of one axis. Only the first is searched for within words, as a clause has one such text. */
function anyPosition(axis: readonly Position[]): Clause {
  return { terms: axis.flatMap(nameTermsOf), contains: axis[0]?.words[0] ?? '', in: 'any' };
}

/** Synonyms that say the same more precisely: 'engine assembly' for 'engine'. */
function preferredSynonyms({ words, synonyms }: WordGroup): string[] {
  const typed = words.map(({ key }) => wordStem(key));
  return synonyms.filter((phrase) => {
    const others = phrase.split(' ');
    return others.length > typed.length && typed.every((word) => others.includes(word));
  });
}

function preferredClauses(group: WordGroup): Clause[] {
  const preferred = preferredSynonyms(group);
  if (preferred.length === 0) return nameClauses(group);
  const [first = [], ...others] = preferred.map((phrase) => phrase.split(' ').map((word) => termsOf(word)));
  return combine(first, others).map((terms) => ({ terms }));
}

/** The name contains the words whole. */
function typedClauses(group: WordGroup): Clause[] {
  return nameClauses({ ...group, synonyms: [] });
}

/** The name contains the words, or one of the synonyms, whole. */
function nameClauses(group: WordGroup): Clause[] {
  return combine(
    group.words.map(({ key }) => termsOf(key)),
    synonymTerms(group),
  ).map((terms) => ({ terms }));
}

/** The name contains the words within its own. */
function withinNameClauses(group: WordGroup): Clause[] {
  return withTyped(group, withinName, () => []);
}

/** The name contains them within its words, or they are in make, model or brand. */
function fieldClauses(group: WordGroup, catalog: SearchCatalog): Clause[] {
  return withTyped(group, withinName, (word) => fieldTerms(word, catalog));
}

function anyClauses(group: WordGroup): Clause[] {
  return withTyped(group, withinAny, () => []);
}

/** Nearly all names contain a single letter, so it says no more of a name than of the other fields. */
function withinName(word: TypedWord) {
  const isLetter = /^\p{L}$/u.test(word.folded);
  return isLetter ? withinAny(word) : { contains: stemOf(word.folded), in: 'name' as const };
}

function withinAny({ folded }: TypedWord) {
  return { contains: stemOf(folded), in: 'any' as const };
}

function withTyped(
  group: WordGroup,
  search: (word: TypedWord) => Pick<Clause, 'contains' | 'in'>,
  more: (word: TypedWord) => string[],
): Clause[] {
  const synonyms = synonymTerms(group);
  // Each clause has exactly one of the typed words.
  return group.words.flatMap((word) => {
    const searched = search(word);
    return combine([[...termsOf(word.key), ...more(word)]], synonyms).map((terms) =>
      Object.assign({ terms }, searched),
    );
  });
}

function synonymTerms({ synonyms }: WordGroup): string[][][] {
  return synonyms.map((phrase) => phrase.split(' ').map((word) => termsOf(word)));
}

/** Alternatives of words that must all occur, as clauses of words of which one must occur. Drops alternatives over the limit. */
function combine(first: string[][], alternatives: readonly string[][][]): string[][] {
  let clauses = first;
  for (const alternative of alternatives) {
    if (clauses.length * alternative.length > MAX_CLAUSES_OF_GROUP) continue;
    const next = clauses.flatMap((clause) => alternative.map((word) => unique([...clause, ...word])));
    clauses = withoutImplied(next);
  }
  return clauses;
}

/** A clause is implied by one with fewer of the same terms. */
function withoutImplied(clauses: string[][]): string[][] {
  return clauses.filter(
    (clause, index) =>
      !clauses.some((other, place) => {
        if (place === index || other.length > clause.length) return false;
        const isPart = other.every((term) => clause.includes(term));
        return isPart && (other.length < clause.length || place < index);
      }),
  );
}

function termsOf(key: string): string[] {
  return wordForms(key).map((form) => `t=${form}`);
}

function stemOf(folded: string): string {
  return /^\p{L}+$/u.test(folded) ? wordStem(folded) : folded;
}

function fieldTerms({ folded }: TypedWord, catalog: SearchCatalog): string[] {
  return termsContaining(stemOf(folded), catalog);
}

/** The terms of makes, models and brands whose names contain a text. */
function termsContaining(text: string, { makes, models, brands }: SearchCatalog): string[] {
  const containing = (term: string, names: readonly string[]) =>
    unique(names)
      .filter((name) => foldText(name).includes(text))
      .map((name) => `${term}=${name}`);
  return [
    ...containing('make', makes),
    ...containing(
      'model',
      models.map(({ model }) => model),
    ),
    ...containing('brand', brands),
  ];
}

/** A part that contains the whole text meets each clause whose text is part of it. */
function needsLiteral(
  { text }: Interpretation,
  { clauses, unless }: { clauses: readonly Clause[]; unless: readonly unknown[] },
): boolean {
  const folded = foldText(text);
  return (
    unless.length > 0 || clauses.some(({ contains }) => contains === undefined || !folded.includes(contains))
  );
}
