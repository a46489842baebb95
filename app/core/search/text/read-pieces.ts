import type { MileageChoice } from '#core/catalog/catalog-query.ts';
import { unique } from '#core/values/unique.ts';
import { fillerWords, noiseWords } from './filler-words.ts';
import { type Generation, generationName, MAX_GENERATION_WORDS, needsVehicle } from './generations.ts';
import { type Position, positionsByKey } from './positions.ts';
import { readEngine, type SearchedEngine } from './read-engine.ts';
import { readQuality } from './read-quality.ts';
import type { Token } from './read-tokens.ts';
import { readYears } from './read-years.ts';
import type { NamedModel, SearchCatalog } from './search-catalog.ts';
import { isPhrase, MAX_PHRASE_WORDS, phraseOf, synonymsByPhrase, writeOut } from './synonym-index.ts';
import { type Trait, traitsByKey } from './traits.ts';
import { singular, wordForms } from './word-forms.ts';
import { fullYear, isYear } from './years.ts';

export type Meaning =
  | { kind: 'year'; from: number; to: number }
  | { kind: 'make'; make: string }
  | { kind: 'model'; models: readonly NamedModel[] }
  | { kind: 'generation'; name: string; generations: readonly Generation[]; otherwise: Meaning }
  | { kind: 'trait'; trait: Trait }
  | { kind: 'engine'; engine: SearchedEngine }
  | { kind: 'condition'; conditions: readonly string[] }
  | { kind: 'grade'; grade: string }
  | { kind: 'mileage'; miles: MileageChoice }
  | { kind: 'position'; position: Position }
  | { kind: 'group'; synonyms: readonly string[] }
  | { kind: 'noise' };

/** A piece of a text: the tokens from `start` to before `end`. */
export interface Piece {
  start: number;
  end: number;
  meaning: Meaning;
}

const MAX_NAME_WORDS = 4;

/** Reads the pieces of a text from left to right, and then what depends on others. */
export function readPieces(tokens: readonly Token[], catalog: SearchCatalog): Piece[] {
  const pieces = withShortYears(readInTurn(tokens, catalog), tokens);
  return withoutExcluded(withVehicleOnly(withoutConflicts(pieces, catalog)), tokens);
}

function readInTurn(tokens: readonly Token[], catalog: SearchCatalog): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < tokens.length;) {
    const piece = longestPiece(tokens, start, pieces.at(-1), catalog);
    pieces.push(piece);
    start = piece.end;
  }
  return pieces;
}

function longestPiece(
  tokens: readonly Token[],
  start: number,
  before: Piece | undefined,
  catalog: SearchCatalog,
): Piece {
  const years = readYears(tokens, start);
  if (years) return years;
  const quality = readQuality(tokens, start);
  if (quality) return quality;
  const engine = readEngine(
    tokens,
    start,
    before?.meaning.kind === 'engine' && !before.meaning.engine.isFamily,
  );
  if (engine) return engine;
  for (let count = Math.max(MAX_PHRASE_WORDS, MAX_NAME_WORDS); count > 0; count -= 1) {
    const taken = tokens.slice(start, start + count);
    if (taken.length < count || taken.some(({ isQuoted }) => isQuoted)) continue;
    const meaning = meaningOf(taken, {
      catalog,
      before,
      tokenBefore: tokens[start - 1],
      after: tokens[start + count],
      isAll: count === tokens.length,
    });
    if (meaning) return { start, end: start + count, meaning };
  }
  return { start, end: start + 1, meaning: { kind: 'group', synonyms: [] } };
}

interface Surroundings {
  catalog: SearchCatalog;
  before: Piece | undefined;
  tokenBefore: Token | undefined;
  after: Token | undefined;
  isAll: boolean;
  /** True to read no generations. */
  isPlain?: boolean;
}

function meaningOf(taken: readonly Token[], around: Surroundings): Meaning | undefined {
  const { catalog, isPlain = false } = around;
  const synonyms = readSynonyms(taken)?.filter((phrase) => isInNames(phrase, catalog));
  if (synonyms?.length && taken.length > 1) return { kind: 'group', synonyms };
  const key = taken.map((token) => token.key).join('');
  if (key === '') return undefined;
  if (taken.length <= MAX_NAME_WORDS) {
    const models = catalog.modelsByKey.get(key);
    if (models && isMeant(key, models, around)) return { kind: 'model', models };
    const one = singular(key);
    const make = catalog.makesByKey.get(key) ?? catalog.makesByKey.get(one);
    if (make !== undefined) return { kind: 'make', make };
    const ofPlural = catalog.isAmbiguous(one) ? undefined : catalog.modelsByKey.get(one);
    if (ofPlural) return { kind: 'model', models: ofPlural };
    const name =
      taken.length > MAX_GENERATION_WORDS ? undefined : generationName(taken.map(({ raw }) => raw));
    const generations = catalog.generationsByName.get(name ?? '');
    if (name !== undefined && generations && !isPlain) {
      const otherwise = meaningOf(taken, { ...around, isPlain: true }) ?? { kind: 'group', synonyms: [] };
      return { kind: 'generation', name, generations, otherwise };
    }
    const trait = around.isAll || catalog.nameWords.has(key) ? undefined : traitsByKey.get(key);
    if (trait) return { kind: 'trait', trait };
    const position = positionsByKey.get(key);
    if (position) return { kind: 'position', position };
    const conditions = catalog.conditionsByKey.get(key);
    if (conditions) return { kind: 'condition', conditions };
  }
  if (synonyms?.length) return { kind: 'group', synonyms };
  const isNoise = noiseWords.has(key) || (fillerWords.has(key) && !catalog.nameWords.has(key));
  return taken.length === 1 && isNoise ? { kind: 'noise' } : undefined;
}

/** Returns other phrases for these words. Several words need a rule, also if they are abbreviations. */
function readSynonyms(taken: readonly Token[]): readonly string[] | undefined {
  const phrase = phraseOf(taken.map(({ raw }) => raw));
  const full = writeOut(phrase);
  const synonyms = synonymsByPhrase.get(phrase);
  if (full === phrase) return synonyms;
  if (!synonyms && !isPhrase(full) && taken.length > 1) return undefined;
  return unique([full, ...(synonymsByPhrase.get(full) ?? []), ...(synonyms ?? [])]);
}

function isInNames(phrase: string, { nameWords }: SearchCatalog): boolean {
  return phrase.split(' ').every((word) => wordForms(word).some((form) => nameWords.has(form)));
}

/** Tells whether a model is meant: 'pilot' is one in 'Honda Pilot' and '2012 Pilot', and a word in 'pilot bearing'. */
function isMeant(
  key: string,
  models: readonly NamedModel[],
  { catalog, before, tokenBefore, after, isAll }: Surroundings,
): boolean {
  if (!catalog.isAmbiguous(key) || (isAll && /^\D{3,}$/.test(key))) return true;
  const isOwnMake = (make: string | undefined) => models.some((named) => named.make === make);
  if (before?.meaning.kind === 'make') return isOwnMake(before.meaning.make);
  if (isOwnMake(catalog.makesByKey.get(after?.key ?? ''))) return true;
  // 'Civic 300' and '2010 300' are numbers too often.
  if (/^\d+$/.test(key)) return false;
  // '99 Ranger' is one too, and '20 ES' may be anything.
  const isShortYear = key.length > 2 && /^'?\d{2}$/.test(tokenBefore?.raw ?? '');
  return before?.meaning.kind === 'year' || isShortYear || isYear(after?.key ?? '');
}

/** Two digits next to a vehicle, or next to such a year, are a year: '08 civic', '15 16 17 civic', but not 'civic 17 inch'. */
function withShortYears(pieces: readonly Piece[], tokens: readonly Token[]): Piece[] {
  const read = [...pieces];
  const readNext = (index: number, neighbor: number) => {
    const piece = read[index];
    const token = tokens[piece?.start ?? -1];
    const beside = read[neighbor]?.meaning.kind ?? '';
    if (piece?.meaning.kind !== 'group' || !token || token.isQuoted || !/^\d{2}$/.test(token.raw)) return;
    if (!['make', 'model', 'year'].includes(beside) || isUnit(tokens[piece.end])) return;
    const year = fullYear(token.raw);
    read[index] = { ...piece, meaning: { kind: 'year', from: year, to: year } };
  };
  for (let index = 0; index < read.length; index += 1) readNext(index, index - 1);
  for (let index = read.length - 1; index >= 0; index -= 1) readNext(index, index + 1);
  return read;
}

function isUnit(token: Token | undefined): boolean {
  return /^(inch|inches|in|mm|amp|amps|volt|volts)$/.test(token?.key ?? '');
}

/** A model of another make than the ones typed is a word. */
function withoutConflicts(pieces: readonly Piece[], catalog: SearchCatalog): Piece[] {
  const makes = new Set(pieces.flatMap(({ meaning }) => (meaning.kind === 'make' ? [meaning.make] : [])));
  if (makes.size === 0) return [...pieces];
  return pieces.map((piece) => {
    if (piece.meaning.kind !== 'model') return piece;
    const models = piece.meaning.models.filter(({ make }) => makes.has(make));
    const others = catalog.models.filter(
      (named) =>
        makes.has(named.make) &&
        piece.meaning.kind === 'model' &&
        piece.meaning.models.some(({ model }) => model === named.model),
    );
    const own = models.length > 0 ? models : others;
    return {
      ...piece,
      meaning: own.length > 0 ? { kind: 'model', models: own } : { kind: 'group', synonyms: [] },
    };
  });
}

/** Drops what the shopper wants the part to lack: 'mirror without heat', 'transmission w/o torque converter'. */
function withoutExcluded(pieces: readonly Piece[], tokens: readonly Token[]): Piece[] {
  return pieces.map((piece, index) => {
    const before = tokens[pieces[index - 1]?.start ?? -1];
    const isExcluded = piece.meaning.kind === 'group' && before && /^(without|wo)$/.test(before.key);
    return isExcluded && !before.isQuoted ? { ...piece, meaning: { kind: 'noise' } } : piece;
  });
}

/** Generations and trims that need a vehicle are words without it. A generation is one of the vehicle that the text names. */
function withVehicleOnly(pieces: readonly Piece[]): Piece[] {
  const makes = new Set(pieces.flatMap(({ meaning }) => (meaning.kind === 'make' ? [meaning.make] : [])));
  const models = pieces.flatMap(({ meaning }) => (meaning.kind === 'model' ? meaning.models : []));
  const isNamed = ({ make, model }: NamedModel) =>
    models.length > 0
      ? models.some((named) => named.make === make && named.model === model)
      : makes.size === 0 || makes.has(make);
  const hasVehicle = makes.size > 0 || models.length > 0;
  return pieces.map((piece): Piece => {
    const { meaning } = piece;
    if (meaning.kind === 'trait' && meaning.trait.isTrim && !hasVehicle)
      return { ...piece, meaning: { kind: 'group', synonyms: [] } };
    if (meaning.kind !== 'generation') return piece;
    const generations = meaning.generations.filter(isNamed);
    if (generations.length === 0 || (!hasVehicle && needsVehicle(meaning.name)))
      return { ...piece, meaning: meaning.otherwise };
    return { ...piece, meaning: { ...meaning, generations } };
  });
}
