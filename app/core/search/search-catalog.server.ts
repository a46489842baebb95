import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { interpretQuery, type Interpretation } from './text/interpret-query.ts';
import { createSearchCatalog, type SearchCatalog } from './text/search-catalog.ts';
import { conflictsOf } from './text/conflicts.ts';
import { toSearchLevels } from './text/search-levels.ts';
import type { SearchLevel } from './text/search-level.ts';
import { listBeginnings, type TextCondition, toTextCondition } from './text/to-tsquery.ts';
import { readKnownWords } from './known-words.server.ts';
import { findExactVehicles } from './text/vehicle-clauses.ts';
import type { ExactVehicle } from '#core/fitment/fit-levels.ts';
import { listDistinctValues, listListedModels } from './vehicle-lists.server.ts';

/**
 * Maximum age if notifications of changes are missing. Until then, a name that is new to the catalog is a word like others,
 * which finds its parts too.
 */
const MAX_AGE_MS = 5_000;

/**
 * A catalog with more words takes tens of milliseconds to read. Then the last one answers while it is read again, at most once
 * in this time, because an import changes the catalog several times a second.
 */
const LARGE = { words: 500, restMs: 2_000 };

interface KeptCatalog {
  catalog: Promise<SearchCatalog>;
  readAt: number;
  /** Number of changes before it was read. */
  changes: number;
  isLarge?: boolean;
  isReadAgain?: boolean;
}

const kept = new WeakMap<Kysely<DB>, KeptCatalog>();
let changes = 0;

/** Must run when the catalog changes, before pages are rendered anew. */
export function forgetSearchCatalog(): void {
  changes += 1;
}

/** Reads the makes, models (including listed ones), brands, conditions and words of names in the catalog. */
function readSearchCatalog(database: Kysely<DB>): Promise<SearchCatalog> {
  const last = kept.get(database);
  const age = performance.now() - (last?.readAt ?? 0);
  if (last && last.changes === changes && age < MAX_AGE_MS) return last.catalog;
  if (!last?.isLarge) return keepCatalog(database).catalog;
  if (!last.isReadAgain && age > LARGE.restMs) readAgain(database, last);
  return last.catalog;
}

function keepCatalog(database: Kysely<DB>): KeptCatalog {
  const read = startReading(database);
  kept.set(database, read);
  read.catalog.catch(() => kept.delete(database));
  return read;
}

function readAgain(database: Kysely<DB>, last: KeptCatalog): void {
  last.isReadAgain = true;
  const read = startReading(database);
  const replace = async () => {
    await read.catalog;
    kept.set(database, read);
  };
  replace().catch(() => (last.isReadAgain = false));
}

function startReading(database: Kysely<DB>): KeptCatalog {
  const catalog = queryCatalog(database);
  const read: KeptCatalog = { catalog, readAt: performance.now(), changes };
  catalog.then(
    ({ nameWords }) => (read.isLarge = nameWords.size > LARGE.words),
    () => undefined,
  );
  return read;
}

async function queryCatalog(database: Kysely<DB>): Promise<SearchCatalog> {
  const [models, makes, conditions, brands, nameWords, { fitment }] = await Promise.all([
    listListedModels(database),
    listDistinctValues(database, 'vehicle_make', sql`true`),
    listDistinctValues(database, 'part_type', sql`true`),
    listTerms(database, 'brand'),
    listTerms(database, 't'),
    readSettings(database),
  ]);
  const { generations } = fitment;
  return createSearchCatalog({
    models,
    makes,
    conditions,
    brands,
    nameWords: new Set(nameWords),
    generations,
  });
}

/** Reads the terms of one kind from search_vocabulary. */
async function listTerms(database: Kysely<DB>, kind: string): Promise<string[]> {
  const rows = await database
    .selectFrom('search_vocabulary')
    .distinct()
    .select('word')
    .where('word', '>=', `${kind}=`)
    // '>' is the character after '='.
    .where('word', '<', `${kind}>`)
    .execute();
  return rows.map(({ word }) => word.slice(kind.length + 1));
}

export interface ReadText {
  catalog: SearchCatalog;
  query: Interpretation;
}

export async function interpretText(database: Kysely<DB>, text: string): Promise<ReadText> {
  const catalog = await readSearchCatalog(database);
  return { catalog, query: interpretQuery(text, catalog) };
}

type Conflicts = NonNullable<SearchLevel['unless']>;

/** Lists what a part must not say instead of these facts of a vehicle. */
export async function readConflicts(database: Kysely<DB>, facts: string): Promise<Conflicts> {
  if (facts === '') return [];
  // An engine alone would be the word of a part.
  const { query } = await interpretText(database, `for ${facts}`);
  return conflictsOf(query);
}

/** Works like interpretText, and adds the conditions of its levels, best first, the vehicles that parts must fit, and conflicts. */
export async function readText(
  database: Kysely<DB>,
  text: string,
): Promise<ReadText & { levels: TextCondition[]; vehicles: ExactVehicle[]; conflicts: Conflicts }> {
  const read = await interpretText(database, text);
  const levels = toSearchLevels(read.query, read.catalog);
  const known = await readKnownWords(database, listBeginnings(levels));
  const vehicles = findExactVehicles(read.query);
  const isForVehicles = vehicles.length > 0;
  return {
    ...read,
    levels: levels.map((level) => toTextCondition(level, known, read.catalog.nameWords, { isForVehicles })),
    vehicles,
    conflicts: conflictsOf(read.query),
  };
}
