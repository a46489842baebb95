import { type Interpretation, joinPieces, type QueryPiece } from '#core/search/text/interpret-query.ts';
import type { RequestPrefill } from '#core/catalog/request-url.ts';
import type { SearchCatalog } from '#core/search/text/search-catalog.ts';
import { singular, wordKey, wordStem } from '#core/search/text/word-forms.ts';

export interface RelaxedQuery {
  text: string;
  /** Names the wider choices and the words left out. Examples: 'all years', 'without "sedan"'. */
  changes: readonly string[];
}

type Kind = QueryPiece['kind'];

/** The least telling kinds come first. */
const optionalGroups: readonly (readonly Kind[])[] = [
  ['condition', 'grade', 'mileage'],
  ['position'],
  ['number'],
  ['year'],
];

const optional = optionalGroups.flat();

/**
 * Lists queries that find more than one that finds nothing, the closest first: the number alone; without words that are not in
 * the catalog; then also without condition, grade and mileage, positions, number or years, without all of them, for other
 * vehicles, and at last all parts of the vehicle. Returns at most eleven. Words in quotes are never left out.
 */
export function relaxQuery({ pieces }: Interpretation, catalog: SearchCatalog): RelaxedQuery[] {
  const typed = pieces.filter(({ kind }) => kind !== 'noise');
  const known = typed.filter(
    (piece) => isQuoted(piece) || piece.kind !== 'word' || isInCatalog(piece.text, catalog),
  );
  const without = (...kinds: readonly Kind[]) =>
    known.filter((piece) => isQuoted(piece) || !kinds.includes(piece.kind));
  const number = typed.filter((piece) => isQuoted(piece) || piece.kind === 'number');
  const attempts = [
    ...(number.every(isQuoted) ? [] : [number]),
    known,
    ...optionalGroups.map((kinds) => without(...kinds)),
    without(...optional),
    without(...optional, 'model'),
    without(...optional, 'model', 'make'),
    without('word', 'part', ...optional.filter((kind) => kind !== 'year')),
    without('word', 'part', ...optional),
  ];
  const relaxed = new Map<string, RelaxedQuery>();
  for (const kept of attempts) {
    const text = joinPieces(kept);
    const isTelling = kept.some(({ kind }) => kind === 'number' || !optional.includes(kind));
    if (isTelling && kept.length < typed.length && !relaxed.has(text))
      relaxed.set(text, { text, changes: describeChanges(typed, kept) });
  }
  return [...relaxed.values()];
}

function isQuoted({ text }: QueryPiece): boolean {
  return text.startsWith('"');
}

/** Checks whether names, makes, models or brands have each word of a text. */
function isInCatalog(text: string, { nameWords, makes, models, brands }: SearchCatalog): boolean {
  const names = [...nameWords, ...[...makes, ...models.map(({ model }) => model), ...brands].map(wordKey)];
  return text.split(' ').every((word) => {
    const stem = wordStem(wordKey(word));
    // A short word must match whole: 'DX' does not mean RDX.
    return names.some((name) => (stem.length < 4 ? singular(name) === stem : name.includes(stem)));
  });
}

function describeChanges(typed: readonly QueryPiece[], kept: readonly QueryPiece[]): string[] {
  const left = typed.filter((piece) => !kept.includes(piece));
  const isLeft = (kind: Kind) => left.some((piece) => piece.kind === kind);
  const isKept = (kind: Kind) => kept.some((piece) => piece.kind === kind);
  // A search for the number alone needs no description.
  if (kept.every(({ kind }) => kind === 'number')) return [];
  const words = left.filter(({ kind }) => kind === 'word' || kind === 'part' || kind === 'number');
  return [
    ...(isLeft('condition') ? ['all conditions'] : []),
    ...(isLeft('grade') ? ['all grades'] : []),
    ...(isLeft('mileage') ? ['any mileage'] : []),
    ...(isLeft('position') ? ['all positions'] : []),
    ...(isLeft('make') || (isLeft('model') && !isKept('make')) ? ['all makes and models'] : []),
    ...(isLeft('model') && isKept('make') ? ['all models'] : []),
    ...(isLeft('year') ? ['all years'] : []),
    ...(words.length > 0 ? [`without ${words.map(({ text }) => `"${text}"`).join(', ')}`] : []),
  ];
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
    part: textOf('position', 'condition', 'grade', 'mileage', 'part', 'word').replaceAll('"', ''),
    oem: textOf('number'),
  };
}
