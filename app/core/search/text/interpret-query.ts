import type { MileageChoice } from '#core/catalog/catalog-query.ts';
import { readQuality } from './read-quality.ts';
import { fullYear, isYear, readYears } from './read-years.ts';
import { type Position, positionsByKey } from './positions.ts';
import { readTokens, type Token, type TypedWord } from './read-tokens.ts';
import type { NamedModel, SearchCatalog } from './search-catalog.ts';
import { readStockNumbers } from './stock-numbers.ts';
import { MAX_PHRASE_WORDS, phraseOf, synonymsByPhrase } from './synonym-index.ts';
import { singular, wordForms } from './word-forms.ts';

export type ChipKind =
  | 'year'
  | 'make'
  | 'model'
  | 'position'
  | 'condition'
  | 'grade'
  | 'mileage'
  | 'part'
  | 'number';

/** A recognized piece of a query. */
export interface Chip {
  kind: ChipKind;
  label: string;
  /** The query without this chip. For a part, the query has its unchanged words in quotes. */
  without: string;
}

/** A piece of a query. A 'word' has no meaning besides its letters. 'noise' is not searched for. */
export interface QueryPiece {
  kind: ChipKind | 'word' | 'noise';
  /** Typed text, including its quotes. */
  text: string;
  label: string;
}

/** Words that name one part, such as 'o2 sensor'. */
export interface WordGroup {
  words: readonly TypedWord[];
  /** Other phrases for it: singular words with spaces. */
  synonyms: readonly string[];
}

export interface Interpretation {
  text: string;
  /** Ranges of years. A range may be one year. */
  years: readonly { from: number; to: number }[];
  makes: readonly string[];
  /** Lists of models. Each list has the models that one piece of the text can mean. */
  models: readonly (readonly NamedModel[])[];
  conditions: readonly (readonly string[])[];
  grades: readonly string[];
  /** Maximum miles. */
  mileages: readonly MileageChoice[];
  positions: readonly Position[];
  groups: readonly WordGroup[];
  /** The whole text without noise as an OEM number, spelled like oem_number_key in the database. */
  number: string | null;
  /** Stock numbers that the whole text can mean, spelled like oem_number_key in the database. */
  stockNumbers: readonly string[];
  /** Pieces in the order of the text. */
  pieces: readonly QueryPiece[];
  chips: readonly Chip[];
}

type Meaning =
  | { kind: 'year'; from: number; to: number }
  | { kind: 'make'; make: string }
  | { kind: 'model'; models: readonly NamedModel[] }
  | { kind: 'condition'; conditions: readonly string[] }
  | { kind: 'grade'; grade: string }
  | { kind: 'mileage'; miles: MileageChoice }
  | { kind: 'position'; position: Position }
  | { kind: 'group'; synonyms: readonly string[] }
  | { kind: 'noise' };

interface Piece {
  start: number;
  end: number;
  meaning: Meaning;
}

const MAX_NAME_WORDS = 4;

const MAX_SHOWN_SYNONYMS = 2;

/** Words that are searched for only if there are no others. */
export const noiseWords: ReadonlySet<string> = new Set(
  `a an and any auto automotive both buy can car cars cheap clean do factory find fits for from genuine get have i in is
   it looking me my need no number num oe oem of on one or original pair part parts pc pcs piece please pn mpn price
   replacement sale set side some tested the to truck used vehicle w want where will with working you your
   con de del el la las los para por un una y`.split(/\s+/),
);

/**
 * Reads the text of a shopper. Recognizes years, makes, models, positions, conditions, grades, mileages and part synonyms
 * anywhere. The rest are words. Text in double quotes is only words.
 */
export function interpretQuery(text: string, catalog: SearchCatalog): Interpretation {
  const tokens = readTokens(text, catalog);
  const pieces = withoutConflicts(withShortYears(readPieces(tokens, catalog), tokens), catalog);
  const meanings = pieces.map(({ meaning }) => meaning);
  const ofKind = <Kind extends Meaning['kind']>(kind: Kind) =>
    meanings.filter((meaning): meaning is Extract<Meaning, { kind: Kind }> => meaning.kind === kind);
  const groups = pieces.flatMap((piece) => toGroup(piece, tokens));
  const named = pieces.some(({ meaning }) => meaning.kind !== 'noise' && meaning.kind !== 'group');
  const noise = pieces.filter(({ meaning }) => meaning.kind === 'noise');
  const described = pieces.map((piece) => describePiece(piece, tokens));
  return {
    text: text.trim(),
    years: ofKind('year'),
    makes: ofKind('make').map(({ make }) => make),
    models: ofKind('model').map(({ models }) => models),
    conditions: ofKind('condition').map(({ conditions }) => conditions),
    grades: ofKind('grade').map(({ grade }) => grade),
    mileages: ofKind('mileage').map(({ miles }) => miles),
    positions: ofKind('position').map(({ position }) => position),
    // A text of noise alone is searched for.
    groups:
      groups.length > 0 || named
        ? groups
        : noise.flatMap((piece) => toGroup({ ...piece, meaning: { kind: 'group', synonyms: [] } }, tokens)),
    number: readNumber(pieces, tokens),
    stockNumbers: readStockNumbers(text),
    pieces: described,
    chips: toChips(described),
  };
}

function readPieces(tokens: readonly Token[], catalog: SearchCatalog): Piece[] {
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
  for (let count = Math.max(MAX_PHRASE_WORDS, MAX_NAME_WORDS); count > 0; count -= 1) {
    const taken = tokens.slice(start, start + count);
    if (taken.length < count || taken.some(({ isQuoted }) => isQuoted)) continue;
    const meaning = meaningOf(taken, {
      catalog,
      before,
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
  after: Token | undefined;
  isAll: boolean;
}

function meaningOf(taken: readonly Token[], around: Surroundings): Meaning | undefined {
  const { catalog } = around;
  const synonyms = synonymsByPhrase
    .get(phraseOf(taken.map(({ raw }) => raw)))
    ?.filter((phrase) => isInNames(phrase, catalog));
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
    const position = positionsByKey.get(key);
    if (position) return { kind: 'position', position };
    const conditions = catalog.conditionsByKey.get(key);
    if (conditions) return { kind: 'condition', conditions };
  }
  if (synonyms?.length) return { kind: 'group', synonyms };
  return taken.length === 1 && noiseWords.has(key) ? { kind: 'noise' } : undefined;
}

function isInNames(phrase: string, { nameWords }: SearchCatalog): boolean {
  return phrase.split(' ').every((word) => wordForms(word).some((form) => nameWords.has(form)));
}

/** Tells whether a model is meant: 'pilot' is one in 'Honda Pilot' and '2012 Pilot', and a word in 'pilot bearing'. */
function isMeant(
  key: string,
  models: readonly NamedModel[],
  { catalog, before, after, isAll }: Surroundings,
): boolean {
  if (!catalog.isAmbiguous(key) || (isAll && /^\D{3,}$/.test(key))) return true;
  const isOwnMake = (make: string | undefined) => models.some((named) => named.make === make);
  if (before?.meaning.kind === 'make') return isOwnMake(before.meaning.make);
  if (isOwnMake(catalog.makesByKey.get(after?.key ?? ''))) return true;
  // 'Civic 300' and '2010 300' are numbers too often.
  if (/^\d+$/.test(key)) return false;
  return before?.meaning.kind === 'year' || isYear(after?.key ?? '');
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

function toGroup({ start, end, meaning }: Piece, tokens: readonly Token[]): WordGroup[] {
  if (meaning.kind !== 'group') return [];
  const words = tokens.slice(start, end).map(({ folded, key }) => ({ folded, key }));
  return [{ words: words.filter(({ folded }) => folded !== ''), synonyms: meaning.synonyms }].filter(
    (group) => group.words.length > 0,
  );
}

/** Reads the text as a number. Words of four letters or more are no number. */
function readNumber(pieces: readonly Piece[], tokens: readonly Token[]): string | null {
  const meant = pieces
    .filter(({ meaning }) => meaning.kind !== 'noise')
    .flatMap(({ start, end }) => tokens.slice(start, end));
  const number = meant.map(({ raw }) => raw.toUpperCase().replace(/[-.]/g, '')).join('');
  const canBe = /\d/.test(number) && number.length > 2 && number.length <= 40;
  return canBe && meant.every(({ key, isQuoted }) => !isQuoted && (/\d/.test(key) || key.length < 4))
    ? number
    : null;
}

function describePiece({ start, end, meaning }: Piece, tokens: readonly Token[]): QueryPiece {
  const words = tokens.slice(start, end);
  const text = words.map(({ raw, isQuoted }) => (isQuoted ? `"${raw}"` : raw)).join(' ');
  const typed = words.map(({ raw }) => raw).join(' ');
  switch (meaning.kind) {
    case 'year': {
      const { from, to } = meaning;
      return { kind: 'year', text, label: from === to ? `${from}` : `${from}–${to}` };
    }
    case 'make':
      return { kind: 'make', text, label: meaning.make };
    case 'model': {
      const names = new Set(meaning.models.map(({ model }) => model));
      return { kind: 'model', text, label: [...names].join(', ') };
    }
    case 'condition': {
      const [name = ''] = meaning.conditions;
      return { kind: 'condition', text, label: meaning.conditions.length > 1 ? typed : name };
    }
    case 'grade':
      return { kind: 'grade', text, label: `Grade ${meaning.grade}` };
    case 'mileage':
      return { kind: 'mileage', text, label: `Up to ${meaning.miles.toLocaleString('en-US')} miles` };
    case 'position':
      return { kind: 'position', text, label: meaning.position.label };
    case 'group':
      return { text, ...describeGroup(words, typed, meaning.synonyms) };
    case 'noise':
      return { kind: 'noise', text, label: typed };
  }
}

function describeGroup(
  words: readonly Token[],
  typed: string,
  synonyms: readonly string[],
): Pick<QueryPiece, 'kind' | 'label'> {
  const singulars = phraseOf(words.map(({ raw }) => raw)).split(' ');
  // 'Engine assembly' needs no mention next to 'engine'.
  const other = synonyms.filter((phrase) => !singulars.every((word) => phrase.split(' ').includes(word)));
  if (other.length > 0)
    return { kind: 'part', label: `${typed} = ${other.slice(0, MAX_SHOWN_SYNONYMS).join(', ')}` };
  const [first] = words;
  const isNumber =
    words.length === 1 && !first?.isQuoted && /\d.*\d/.test(first?.key ?? '') && (first?.key.length ?? 0) > 5;
  return { kind: isNumber ? 'number' : 'word', label: typed };
}

/** Writes a query of these pieces. */
export function joinPieces(pieces: readonly QueryPiece[]): string {
  return pieces.map(({ text }) => text).join(' ');
}

/** Makes one chip for pieces that say the same: 'LH' and 'driver side'. */
function toChips(pieces: readonly QueryPiece[]): Chip[] {
  const chips = new Map<string, Chip>();
  for (const { kind, text, label } of pieces) {
    if (kind === 'word' || kind === 'noise') continue;
    const isSame = (piece: QueryPiece) => piece.kind === kind && piece.label === label;
    const rest =
      kind === 'part'
        ? pieces.map((piece) => (isSame(piece) ? { ...piece, text: `"${text}"` } : piece))
        : pieces.filter((piece) => !isSame(piece));
    chips.set(`${kind} ${label}`, { kind, label, without: joinPieces(rest) });
  }
  return [...chips.values()];
}
