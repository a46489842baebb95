import { mileageChoices } from '#core/catalog/catalog-query.ts';
import { unique } from '#core/values/unique.ts';
import { axesOf, conflictsOf, nameTermsOf, traitTerms } from './conflicts.ts';
import type { Interpretation } from './interpret-query.ts';
import type { WordGroup } from './join-parts.ts';
import type { Position } from './positions.ts';
import type { TypedWord } from './read-tokens.ts';
import type { SearchCatalog } from './search-catalog.ts';
import type { Clause, SearchLevel } from './search-level.ts';
import { namesVehicles, vehicleClauses } from './vehicle-clauses.ts';
import { foldText, wordForms, wordKey, wordStem } from './word-forms.ts';

const MAX_CLAUSES_OF_GROUP = 48;

/** Too many numbers begin with fewer characters. */
const MIN_PREFIX = 4;

/**
 * Translates a query into levels, best first. The last one finds everything that the query finds, which includes all parts
 * with the words of the query in their fields (Spec §5).
 */
export function toSearchLevels(query: Interpretation, catalog: SearchCatalog): SearchLevel[] {
  const { groups, positions, traits, engines, number, stockNumbers } = query;
  const facets = [...vehicleClauses(query), ...qualityClauses(query)];
  const isPlain = facets.length + positions.length + traits.length + engines.length === 0;
  if (isPlain && !namesVehicles(query) && isTooShort(groups)) return [containsWords(query)];

  const explicit = explicitClauses(positions);
  const hasGroups = groups.length > 0;
  // No term of a name has a text of punctuation only.
  const hasWords = hasGroups && groups.every(({ words: typed }) => typed.every(({ key }) => key !== ''));
  // The name of a family never leaves a part out: parts of other engines come last.
  const certain = engines.filter(({ isFamily }) => !isFamily);
  const named = hasGroups ? positions : [];
  const excluded = conflictsOf({ positions: named, traits, engines: certain });
  const unless = conflictsOf({ positions: named, traits, engines });
  const words = (read: (group: WordGroup) => Clause[]) => [...facets, ...groups.flatMap(read)];
  const plainPositions = hasGroups ? [] : axesOf(positions).map(anyPosition);

  const ofTraits = traits.map((trait) => ({ terms: traitTerms(trait.words) }));
  const ofEngines = engines.flatMap(({ facts }) => facts.map((terms) => ({ terms })));
  const withoutVin = ofEngines.filter(({ terms }) => !terms.some((term) => term.startsWith('vin=')));
  const levels: SearchLevel[] = [];
  if (stockNumbers.length > 0) levels.push({ clauses: [{ terms: stockTerms(stockNumbers) }] });
  const begun = beginsNumber(query) && number !== null ? [`oem=${number}`] : [];
  if (number !== null) {
    levels.push({ clauses: [{ terms: [`oem=${number}`] }] }, { clauses: [{ terms: [`old=${number}`] }] });
    if (begun.length > 0) levels.push({ clauses: [{ prefixes: begun }] });
  }
  // A part with all of the listed ones comes first, then the typed words, then their synonyms.
  const readers = [
    ...(groups.some(({ others }) => others) ? [togetherClauses] : []),
    ...(groups.some((group) => preferredSynonyms(group).length > 0) ? [preferredClauses] : []),
    ...(groups.some(({ synonyms }) => synonyms.length > 0) ? [typedClauses] : []),
    nameClauses,
  ];
  // Parts that name the engine or the trait come before those that may have it.
  const said = [
    [...ofEngines, ...ofTraits],
    ofTraits.length > 0 ? ofEngines : [],
    withoutVin.length < ofEngines.length ? withoutVin : [],
  ];
  for (const clauses of said.filter(({ length }) => length > 0 && (hasWords || !hasGroups)))
    levels.push({ clauses: [...words(nameClauses), ...explicit, ...clauses], unless });
  if (explicit.length > 0 && (hasWords || !hasGroups))
    levels.push(...readers.map((read) => ({ clauses: [...words(read), ...explicit] })));
  if (hasWords) {
    // A headlight has a side, but no front.
    const oneAxis = explicit.length > 1 ? explicit.toReversed() : [];
    levels.push(
      ...oneAxis.map((clause) => ({ clauses: [...words(nameClauses), clause], unless })),
      ...readers.map((read) => ({ clauses: words(read), unless })),
      { clauses: words(withinNameClauses), unless },
      { clauses: words((group) => fieldClauses(group, catalog)), unless },
    );
  }
  const everything: SearchLevel = {
    clauses: [...words(anyClauses), ...plainPositions],
    unless: excluded,
    isWide: true,
    orTerms: [...stockTerms(stockNumbers), ...(number === null ? [] : [`oem=${number}`, `old=${number}`])],
    orPrefixes: begun,
  };
  levels.push(everything);
  const typed = unique(readWords(query.text));
  if (typed.length > 0 && needsTypedWords(query)) levels.push({ ...everything, orWords: typed });
  return levels;
}

function stockTerms(numbers: readonly string[]): string[] {
  return numbers.map((number) => `stock=${number}`);
}

function beginsNumber({ number, models, years }: Interpretation): boolean {
  return (number?.length ?? 0) >= MIN_PREFIX && models.length === 0 && years.length === 0;
}

/** Tells whether a recognized name, year or position needs its typed words in other fields. */
function needsTypedWords({ pieces }: Interpretation): boolean {
  return pieces.some(({ kind }) => kind !== 'word' && kind !== 'noise' && kind !== 'number');
}

function readWords(text: string): string[] {
  return text
    .split(/\s+/)
    .map((word) => wordKey(foldText(word)))
    .filter(Boolean);
}

/** Finds all parts that have each word. Texts that are too short to be ordered by match have only this level. */
function containsWords({ groups }: Interpretation): SearchLevel {
  return { clauses: groups.flatMap(anyClauses) };
}

/** Finds all parts that have each of these exact words, or the whole text as a number. */
export function containsAll(words: readonly string[], text: string): SearchLevel {
  const number = text.toUpperCase().replaceAll(/[-. ]/g, '');
  return {
    // No part has punctuation alone.
    clauses: words.length > 0 ? words.map((begins) => ({ begins, in: 'any' })) : [{ terms: [] }],
    orTerms: ['oem', 'old', 'stock'].map((kind) => `${kind}=${number}`),
  };
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

/** Returns the terms for at most this many miles. */
export function mileageTerms(most: number): string[] {
  return mileageChoices.filter((miles) => miles <= most).map((miles) => `mileage=${miles}`);
}

/** Builds one clause for each axis: front or rear, sides, and so on. */
function explicitClauses(positions: readonly Position[]): Clause[] {
  return axesOf(positions).map((axis) => ({ terms: axis.flatMap(nameTermsOf) }));
}

/**
 * Accepts any of the positions of one axis. Only the first is looked for in other fields, because a clause has one such text.
 */
function anyPosition(axis: readonly Position[]): Clause {
  return { terms: axis.flatMap(nameTermsOf), begins: axis[0]?.words[0] ?? '', in: 'any' };
}

/** Returns synonyms that say the same more precisely: 'engine assembly' for 'engine'. */
function preferredSynonyms({ words, synonyms }: WordGroup): string[] {
  const typed = words.map(({ key }) => wordStem(key));
  return synonyms.filter((phrase) => {
    const others = phrase.split(' ');
    return others.length > typed.length && typed.every((word) => others.includes(word));
  });
}

/** Requires the words of all parts of a list in the name. */
function togetherClauses({ words, others = [] }: WordGroup): Clause[] {
  return [words, ...others].flat().map(({ key }) => ({ terms: termsOf(key) }));
}

function preferredClauses(group: WordGroup): Clause[] {
  const preferred = preferredSynonyms(group);
  if (preferred.length === 0 || group.others) return nameClauses(group);
  const [first = [], ...others] = preferred.map((phrase) => phrase.split(' ').map((word) => termsOf(word)));
  return combine(first, others).map((terms) => ({ terms }));
}

/** Requires the whole words of one part in the name. */
function typedClauses(group: WordGroup): Clause[] {
  return nameClauses({ ...group, synonyms: [] });
}

/** Requires the whole words, or one of the synonyms, in the name. */
function nameClauses(group: WordGroup): Clause[] {
  return combine(
    group.words.map(({ key }) => termsOf(key)),
    synonymTerms(group),
  ).map((terms) => ({ terms }));
}

/** Requires the words within words of the name. */
function withinNameClauses(group: WordGroup): Clause[] {
  return withTyped(group, withinName, () => []);
}

/** Requires the words within words of the name, or in make, model or brand. */
function fieldClauses(group: WordGroup, catalog: SearchCatalog): Clause[] {
  return withTyped(group, withinName, (word) => fieldTerms(word, catalog));
}

function anyClauses(group: WordGroup): Clause[] {
  return withTyped(group, withinAny, () => []);
}

/** Nearly all names contain a single letter, so it says no more of a name than of the other fields. */
function withinName(word: TypedWord) {
  const isLetter = /^\p{L}$/u.test(word.folded);
  return isLetter ? withinAny(word) : { begins: stemOf(word.key), in: 'name' as const };
}

function withinAny({ key }: TypedWord) {
  return { begins: stemOf(key), in: 'any' as const };
}

function withTyped(
  group: WordGroup,
  search: (word: TypedWord) => Pick<Clause, 'begins' | 'in'>,
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

/** Returns the terms of other parts and of synonyms. */
function synonymTerms({ synonyms, others = [] }: WordGroup): string[][][] {
  return [
    ...others.map((words) => words.map(({ key }) => termsOf(key))),
    ...synonyms.map((phrase) => phrase.split(' ').map((word) => termsOf(word))),
  ];
}

/**
 * Turns alternatives of words that must all occur into clauses of words of which one must occur. Drops alternatives over the
 * limit.
 */
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

/** Returns the terms of makes, models and brands whose names contain a text. */
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
