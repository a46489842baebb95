import type { MileageChoice } from '#core/catalog/catalog-query.ts';
import type { Generation } from './generations.ts';
import { joinParts, type WordGroup } from './join-parts.ts';
import type { Position } from './positions.ts';
import { type Meaning, type Piece, readPieces } from './read-pieces.ts';
import type { SearchedEngine } from './read-engine.ts';
import { readTokens, type Token } from './read-tokens.ts';
import type { NamedModel, SearchCatalog } from './search-catalog.ts';
import { readStockNumbers } from './stock-numbers.ts';
import { phraseOf } from './synonym-index.ts';
import type { Trait } from './traits.ts';
import { describeYears } from './years.ts';

export type ChipKind =
  | 'year'
  | 'make'
  | 'model'
  | 'generation'
  | 'position'
  | 'trait'
  | 'engine'
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
  /** The make and model of a generation: the search without its years. */
  models?: string;
}

export interface Interpretation {
  text: string;
  /** Ranges of years: those of generations if the text has no others. A range may be one year. */
  years: readonly { from: number; to: number }[];
  makes: readonly string[];
  /** Lists of models. Each list has the models that one piece of the text can mean. */
  models: readonly (readonly NamedModel[])[];
  conditions: readonly (readonly string[])[];
  grades: readonly string[];
  /** Maximum miles. */
  mileages: readonly MileageChoice[];
  positions: readonly Position[];
  traits: readonly Trait[];
  engines: readonly SearchedEngine[];
  groups: readonly WordGroup[];
  /** The whole text without noise as an OEM number, spelled like oem_number_key in the database. */
  number: string | null;
  /** Stock numbers that the whole text can mean, spelled like oem_number_key in the database. */
  stockNumbers: readonly string[];
  /** Pieces in the order of the text. */
  pieces: readonly QueryPiece[];
  chips: readonly Chip[];
}

const MAX_SHOWN_SYNONYMS = 2;

/**
 * Reads the text of a shopper. Recognizes years, makes, models, positions, conditions, grades, mileages and part synonyms
 * anywhere. The rest are words. Text in double quotes is only words.
 */
export function interpretQuery(text: string, catalog: SearchCatalog): Interpretation {
  const tokens = readTokens(text, catalog);
  const pieces = readPieces(tokens, catalog);
  const meanings = pieces.map(({ meaning }) => meaning);
  const ofKind = <Kind extends Meaning['kind']>(kind: Kind) =>
    meanings.filter((meaning): meaning is Extract<Meaning, { kind: Kind }> => meaning.kind === kind);
  const groups = joinParts(toList(pieces, tokens), catalog);
  const named = pieces.some(({ meaning }) => meaning.kind !== 'noise' && meaning.kind !== 'group');
  const noise = pieces.filter(({ meaning }) => meaning.kind === 'noise');
  const described = pieces.map((piece) => describePiece(piece, tokens));
  const years = ofKind('year');
  const models = ofKind('model').map((meaning) => meaning.models);
  const generations = ofKind('generation').flatMap((meaning) => meaning.generations);
  return {
    text: text.trim(),
    years: years.length > 0 ? years : spanOf(generations),
    makes: ofKind('make').map(({ make }) => make),
    models: models.length > 0 ? models : modelsOf(generations),
    conditions: ofKind('condition').map(({ conditions }) => conditions),
    grades: ofKind('grade').map(({ grade }) => grade),
    mileages: ofKind('mileage').map(({ miles }) => miles),
    positions: ofKind('position').map(({ position }) => position),
    traits: ofKind('trait').map(({ trait }) => trait),
    engines: ofKind('engine').map(({ engine }) => engine),
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

function spanOf(generations: readonly Generation[]): Interpretation['years'] {
  if (generations.length === 0) return [];
  const from = Math.min(...generations.map((generation) => generation.from));
  return [{ from, to: Math.max(...generations.map(({ to }) => to)) }];
}

function modelsOf(generations: readonly Generation[]): Interpretation['models'] {
  if (generations.length === 0) return [];
  return [[...new Map(generations.map(({ make, model }) => [`${make} ${model}`, { make, model }])).values()]];
}

/** Splits the groups of a text where it says 'and' or has a comma. */
function toList(pieces: readonly Piece[], tokens: readonly Token[]): WordGroup[][] {
  const list: WordGroup[][] = [[]];
  for (const piece of pieces) {
    const first = tokens[piece.start];
    if (first?.isNext || (piece.meaning.kind === 'noise' && /^(and|or|y)$/.test(first?.key ?? '')))
      list.push([]);
    list.at(-1)?.push(...toGroup(piece, tokens));
  }
  return list;
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
      return { kind: 'year', text, label: describeYears(meaning) };
    }
    case 'make':
      return { kind: 'make', text, label: meaning.make };
    case 'model': {
      const names = new Set(meaning.models.map(({ model }) => model));
      return { kind: 'model', text, label: [...names].join(', ') };
    }
    case 'generation': {
      const names = new Set(meaning.generations.map(({ make, model }) => `${make} ${model}`));
      const years = new Set(meaning.generations.map(describeYears));
      return { kind: 'generation', text, label: [typed, ...years].join(', '), models: [...names].join(' ') };
    }
    case 'engine':
      return { kind: 'engine', text, label: meaning.engine.label };
    case 'trait':
      return { kind: 'trait', text, label: meaning.trait.label };
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
