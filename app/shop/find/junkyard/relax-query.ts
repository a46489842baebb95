import { type Interpretation, joinPieces, type QueryPiece } from '#core/search/text/interpret-query.ts';
import type { RequestPrefill } from '#core/catalog/request-url.ts';
import type { SearchCatalog } from '#core/search/text/search-catalog.ts';
import { isPhrase, lastWords, partWords, phraseOf } from '#core/search/text/synonym-index.ts';
import { singular, wordKey, wordStem } from '#core/search/text/word-forms.ts';

export interface RelaxedQuery {
  text: string;
  /** Names the wider choices and the words left out. Examples: 'all years', 'without "sedan"'. */
  changes: readonly string[];
  /** The pieces left out. `text` is the relaxed query with this piece. */
  left: readonly { label: string; text: string }[];
}

type Kind = QueryPiece['kind'];

/** The least telling kinds come first. */
const optionalGroups: readonly (readonly Kind[])[] = [
  ['condition', 'grade', 'mileage', 'trait'],
  ['position'],
  ['engine'],
  ['number'],
  ['year', 'generation'],
];

const optional = optionalGroups.flat();

const MAX_ATTEMPTS = 15;

/**
 * Lists queries that find more than one that finds nothing, the closest first: the number alone; without words that are no
 * part's; without what follows 'with'; then also without condition, grade and mileage, positions, number or years, without all
 * of them, without the words that only describe the part, and at last for other vehicles. The word for the part itself stays, so
 * that another part is never shown in its place, and so do words in quotes.
 */
export function relaxQuery({ pieces }: Interpretation, catalog: SearchCatalog): RelaxedQuery[] {
  const typed = pieces.filter(({ kind }) => kind !== 'noise');
  const known = typed.filter(
    (piece) => isQuoted(piece) || piece.kind !== 'word' || isKnown(piece.text, catalog),
  );
  const named = known.filter((piece) => !isAccessory(piece, pieces));
  const parts = named.filter(isPart);
  const core = parts.length === 0 ? named : named.filter((piece) => !isWord(piece) || parts.includes(piece));
  const ofLast = lastPart(parts);
  const last = core.filter((piece) => !isPart(piece) || ofLast.includes(piece));
  const number = typed.filter((piece) => isQuoted(piece) || piece.kind === 'number');
  const attempts = [
    ...(number.every(isQuoted) ? [] : [number]),
    known,
    named,
    ...optionalGroups.map((kinds) => without(named, kinds)),
    core,
    without(named, optional),
    last,
    without(core, optional),
    without(last, optional),
    without(core, [...optional, 'model']),
    without(core, [...optional, 'model', 'make']),
  ];
  const relaxed = new Map<string, RelaxedQuery>();
  for (const kept of attempts) {
    const text = joinPieces(kept);
    const isTelling = kept.some(({ kind }) => kind === 'number' || !optional.includes(kind));
    const isWider = kept.length < typed.length || kept.some((piece) => !typed.includes(piece));
    if (isTelling && isWider && !relaxed.has(text))
      relaxed.set(text, { text, changes: describeChanges(typed, kept), left: listLeft(typed, kept) });
  }
  return [...relaxed.values()].slice(0, MAX_ATTEMPTS);
}

/** Leaves out pieces of these kinds. A generation without its years is its models. */
function without(pieces: readonly QueryPiece[], kinds: readonly Kind[]): QueryPiece[] {
  return pieces.flatMap((piece): QueryPiece[] => {
    if (isQuoted(piece) || !kinds.includes(piece.kind)) return [piece];
    const isOnlyModel = !pieces.some(({ kind }) => kind === 'model');
    if (piece.kind !== 'generation' || !isOnlyModel || kinds.includes('model')) return [];
    return [{ kind: 'model', text: piece.models ?? '', label: piece.models ?? '' }];
  });
}

function isWord(piece: QueryPiece): boolean {
  return !isQuoted(piece) && (piece.kind === 'word' || piece.kind === 'part');
}

/** Tells whether a piece can be the part itself: 'transmission', but not 'performance'. */
function isPart(piece: QueryPiece): boolean {
  return (
    isWord(piece) &&
    (piece.kind === 'part' ||
      lastWords.has(
        phraseOf(wordsOf([piece]))
          .split(' ')
          .at(-1) ?? '',
      ))
  );
}

/** In English, the last word says what a part is: a 'radiator fan shroud' is a shroud. 'Brake pads' stay together. */
function lastPart(parts: readonly QueryPiece[]): readonly QueryPiece[] {
  const first = parts.findIndex(
    (_, index) => index === parts.length - 1 || isPhrase(phraseOf(wordsOf(parts.slice(index)))),
  );
  return parts.slice(Math.max(first, 0));
}

function wordsOf(pieces: readonly QueryPiece[]): string[] {
  return joinPieces(pieces).split(' ');
}

/** Tells whether a word follows 'with' and another part: 'regulator with motor'. */
function isAccessory(piece: QueryPiece, pieces: readonly QueryPiece[]): boolean {
  const place = pieces.indexOf(piece);
  const last = pieces.findLastIndex(({ kind }, index) => kind === 'noise' && index < place);
  return (
    isWord(piece) && /^(with|w\/?|con)$/i.test(pieces[last]?.text ?? '') && pieces.slice(0, last).some(isPart)
  );
}

function isQuoted({ text }: QueryPiece): boolean {
  return text.startsWith('"');
}

/** Checks whether names, makes, models or brands have each word of a text, or parts that the catalog lacks. */
function isKnown(text: string, { nameWords, makes, models, brands }: SearchCatalog): boolean {
  const names = [...nameWords, ...[...makes, ...models.map(({ model }) => model), ...brands].map(wordKey)];
  return text.split(' ').every((word) => {
    const stem = wordStem(wordKey(word));
    if (partWords.has(singular(wordKey(word)))) return true;
    // A short word must match whole: 'DX' does not mean RDX.
    return names.some((name) => (stem.length < 4 ? singular(name) === stem : name.includes(stem)));
  });
}

function describeChanges(typed: readonly QueryPiece[], kept: readonly QueryPiece[]): string[] {
  const left = typed.filter((piece) => !kept.includes(piece));
  const isLeft = (kind: Kind) => left.some((piece) => piece.kind === kind);
  const isKept = (kind: Kind) => kept.some((piece) => piece.kind === kind);
  const isModelLeft = isLeft('model') || (isLeft('generation') && !isKept('model'));
  // A search for the number alone needs no description.
  if (kept.every(({ kind }) => kind === 'number')) return [];
  const words = left.filter(({ kind }) => ['word', 'part', 'number', 'trait'].includes(kind));
  return [
    ...(isLeft('condition') ? ['all conditions'] : []),
    ...(isLeft('grade') ? ['all grades'] : []),
    ...(isLeft('mileage') ? ['any mileage'] : []),
    ...(isLeft('position') ? ['all positions'] : []),
    ...(isLeft('engine') ? ['all engines'] : []),
    ...(isLeft('make') || (isModelLeft && !isKept('make')) ? ['all makes and models'] : []),
    ...(isModelLeft && isKept('make') ? ['all models'] : []),
    ...(isLeft('year') || isLeft('generation') ? ['all years'] : []),
    ...(words.length > 0 ? [`without ${words.map(({ text }) => `"${text}"`).join(', ')}`] : []),
  ];
}

function listLeft(typed: readonly QueryPiece[], kept: readonly QueryPiece[]): RelaxedQuery['left'] {
  if (kept.every(({ kind }) => kind === 'number')) return [];
  const left = typed.filter((piece) => !kept.includes(piece));
  return left.map((piece) => ({
    label: piece.text,
    text: joinPieces(typed.filter((other) => other === piece || kept.includes(other))),
  }));
}

/** Fills in a request for the part that a query describes. */
export function prefillRequest({ pieces, makes, models, years }: Interpretation): RequestPrefill {
  const [model, ...otherModels] = models.flat();
  const [year, ...otherYears] = years;
  const textOf = (...kinds: readonly Kind[]) => joinPieces(pieces.filter(({ kind }) => kinds.includes(kind)));
  const only = otherModels.length === 0 ? model : undefined;
  return {
    make: makes[0] ?? only?.make,
    model: only?.model,
    year: year?.from === year?.to && otherYears.length === 0 ? year?.from : undefined,
    part: textOf('position', 'engine', 'trait', 'condition', 'grade', 'mileage', 'part', 'word').replaceAll(
      '"',
      '',
    ),
    oem: textOf('number'),
  };
}
