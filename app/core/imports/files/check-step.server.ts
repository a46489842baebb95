import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { STEP_LINES } from './import-limits.ts';
import type { Mapping } from './mapping.ts';
import { countShared, numberShared, placeOfShared } from './find-sources.server.ts';
import {
  findByStockNumber,
  isByStockNumber,
  keyOfSource,
  type LineKeys,
  type LineSource,
  type Match,
  matchLines,
  readCar,
  readKeys,
  SAME_PART,
  toKey,
} from './match-lines.server.ts';
import { type Plan, planChange, planNewPart } from './plan-line.ts';
import { readCells } from './read-cells.ts';
import { createLineReader, type LineTexts } from './read-texts.ts';
import { readMakes, readShopFacts } from './read-shop-facts.server.ts';
import { saveLineOutcomes } from './save-line-outcomes.server.ts';
import { readStoredParts } from './stored-parts.server.ts';

const ADDED_EACH_TIME =
  'Each run would add this part again. It needs a stock number, or the OEM number of a new part';

interface CheckStep {
  importId: string;
  supplier: string;
  header: readonly string[];
  mapping: Mapping;
  siteUrl: string;
  /** True if the file comes again. Lines that would add a part each time are refused. */
  isScheduled: boolean;
  /** The step begins after this line. */
  from: number;
}

export interface PlanCounts {
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  skipped: number;
}

interface CheckedLine {
  place: number;
  plan: Plan | { outcome: 'skip' };
  /** Why the line is refused or skipped, or what was read in another way than it stands in the file. */
  reason: string | null;
  partId: string | null;
  key: string | null;
  source: string | null;
}

/** A line as a new part, with the keys that it has by itself. */
interface NamedLine {
  text: LineTexts;
  asNew: ReturnType<typeof readCells>;
  own: ReturnType<typeof readKeys>;
}

const LINES_AT_ONCE = 100;

const SAME_TEXT = 'An earlier file had the same line. Another part like it needs a stock number';

const LEFT_HIDDEN = 'Hidden here too, and left as it is';

/** Plans the effects of the next lines. Nothing in the catalog changes. */
export async function checkStep(
  transaction: Transaction<DB>,
  { importId, supplier, header, mapping, siteUrl, isScheduled, from }: CheckStep,
): Promise<PlanCounts> {
  const all = await transaction
    .selectFrom('part_import_lines')
    .select(['place', 'line', 'cells', 'not_part'])
    .where('import_id', '=', importId)
    .where('place', '>', from)
    .where('place', '<=', from + STEP_LINES)
    .orderBy('place')
    .execute();
  const lines = all.filter(({ not_part: reason }) => reason === null);
  const makes = await readMakes(transaction);
  const context = { siteUrl, makes };
  const facts = await readShopFacts(transaction);
  const reader = createLineReader({ header, mapping, makes });
  const named: NamedLine[] = [];
  for (const [index, { cells: stored }] of lines.entries()) {
    // Reading a step's lines takes longer than other requests should wait.
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn();
    const cells = stored as string[];
    const text = reader(cells);
    const asNew = readCells({ line: text, part: undefined, mapping, context });
    const own = readKeys(asNew.values, { condition: mapping.condition, text, cells });
    named.push({ text, asNew, own });
  }
  const sources = await nameSources(transaction, {
    importId,
    before: from + 1,
    sources: named.map(({ own }) => own.source),
  });
  const read = lines.map(({ place, line }, index) => {
    const { text, asNew, own } = named[index] as NamedLine;
    const source = sources[index] ?? null;
    const isOwnSource = own.source !== null && !own.source.isShared;
    const ofCar = text.isSharedKey && source !== null ? readCar(asNew.values, placeOfShared(source)) : null;
    const keys: LineKeys = {
      id: own.id,
      stockNumber: own.stockNumber,
      oem: own.oem,
      source,
      isOwnSource,
      ofCar,
    };
    return { place, line, text, asNew, keys, isText: own.source?.isText === true };
  });
  const matches = await matchLines(
    transaction,
    supplier,
    read.map(({ keys }) => keys),
  );
  const parts = await readStoredParts(
    transaction,
    matches.flatMap((match) => ('id' in match ? match.id : [])),
    { lock: false },
  );
  const numbers = await findByStockNumber(
    transaction,
    read.flatMap(({ keys }) => keys.stockNumber ?? []),
  );
  const earlier = await findEarlierLines(transaction, {
    importId,
    before: from + 1,
    keys: matches.flatMap((match) => keyOf(match) ?? []),
    sources: sources.flatMap((source) => source ?? []),
  });

  const checkLine = (
    { place, line, text, asNew, keys, isText }: (typeof read)[number],
    index: number,
  ): CheckedLine => {
    const { match, isNumberTaken } = withoutSharedNumber(matches[index] as Match, keys, earlier);
    const key = keyOf(match);
    const source = keys.source;
    const partId = 'id' in match ? match.id : 'reason' in match ? (match.hiddenId ?? null) : null;
    const refused = (reason: string): CheckedLine => ({
      place,
      source,
      plan: { outcome: 'refuse', reason },
      reason,
      partId,
      key: null,
    });
    if ('reason' in match && match.hiddenId !== undefined && asNew.values['hidden'] === true)
      return { place, source, plan: { outcome: 'same' }, reason: LEFT_HIDDEN, partId, key: null };
    if ('reason' in match) return refused(match.reason);
    if (isScheduled && isText) return refused(ADDED_EACH_TIME);
    const repeated =
      (key === null ? undefined : earlier.get(key)) ??
      (source === null ? undefined : earlier.get(keyOfSource(source)));
    if (repeated !== undefined) return refused(`${SAME_PART} ${repeated}`);
    const part = 'id' in match ? parts.get(match.id) : undefined;
    if (part && isText) {
      if (key !== null) earlier.set(key, line);
      return { place, source, plan: { outcome: 'same' }, reason: SAME_TEXT, partId, key };
    }
    const { values, errors, notes } = part ? readCells({ line: text, part, mapping, context }) : asNew;
    if (errors.length > 0) return refused(errors.join('. '));
    const owner = keys.stockNumber === null ? undefined : numbers.get(toKey(keys.stockNumber));
    const isTaken = isNumberTaken || (owner !== undefined && owner !== part?.id);
    if (isTaken && !keys.isOwnSource) return refused('Another part has this stock number');
    if (isTaken && part?.stock_number !== keys.stockNumber)
      notes.push(`Another part has the stock number ${keys.stockNumber}, so it was left out`);
    const unset = new Set([
      'id',
      ...('id' in match ? match.spelled : []),
      ...(isTaken ? ['stock_number'] : []),
    ]);
    const others = Object.fromEntries(Object.entries(values).filter(([column]) => !unset.has(column)));
    const plan = part
      ? planChange(part, { values: others }, facts)
      : planNewPart(others, facts, mapping.condition);
    if (plan.outcome === 'refuse') return refused(plan.reason);
    if (key !== null) earlier.set(key, line);
    if (source !== null) earlier.set(keyOfSource(source), line);
    return { place, source, plan, reason: notes.join('. ') || null, partId: part?.id ?? null, key };
  };
  const checked: CheckedLine[] = [];
  for (const [index, line] of read.entries()) {
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn();
    checked.push(checkLine(line, index));
  }
  const skipped = all.flatMap(({ place, not_part: reason }): CheckedLine[] =>
    reason === null
      ? []
      : [{ place, plan: { outcome: 'skip' }, reason, partId: null, key: null, source: null }],
  );

  await saveLineOutcomes(
    transaction,
    importId,
    [...checked, ...skipped].map(({ place, plan, reason, partId, key, source }) => ({
      place,
      outcome: plan.outcome,
      // Reasons have cut texts of the file.
      reason: reason?.toWellFormed() ?? null,
      part_id: partId,
      match_key: key,
      source_key: source,
      before: plan.outcome === 'change' ? plan.before : null,
      after: plan.outcome === 'change' || plan.outcome === 'add' ? plan.after : null,
    })),
  );
  const count = (outcome: Plan['outcome']) => checked.filter(({ plan }) => plan.outcome === outcome).length;
  return {
    added: count('add'),
    changed: count('change'),
    unchanged: count('same'),
    refused: count('refuse'),
    skipped: skipped.length,
  };
}

/** Returns the key of each line. Those that several parts can have are numbered in the file's order. */
async function nameSources(
  transaction: Transaction<DB>,
  {
    importId,
    before,
    sources,
  }: { importId: string; before: number; sources: readonly (LineSource | null)[] },
): Promise<(string | null)[]> {
  const shared = sources.flatMap((source) => (source?.isShared ? source.key : []));
  const counts = await countShared(transaction, { importId, before, keys: shared });
  return sources.map((source) => {
    if (!source?.isShared) return source?.key ?? null;
    const place = (counts.get(source.key) ?? 0) + 1;
    counts.set(source.key, place);
    return numberShared(source.key, place);
  });
}

/** A line with a key of its own is another part than an earlier line with the same stock number. */
function withoutSharedNumber(
  match: Match,
  keys: LineKeys,
  earlier: ReadonlyMap<string, number>,
): { match: Match; isNumberTaken: boolean } {
  const isRepeated = isByStockNumber(match) && earlier.has(keyOf(match) ?? '');
  const own = keyOfSource(keys.source);
  if (keys.isOwnSource && isRepeated && !earlier.has(own))
    return { match: { key: own }, isNumberTaken: true };
  return { match, isNumberTaken: false };
}

function keyOf(match: Match): string | null {
  if ('id' in match) return match.id;
  return 'key' in match ? match.key : null;
}

interface EarlierLines {
  importId: string;
  before: number;
  keys: readonly string[];
  sources: readonly string[];
}

/** Finds earlier lines that have one of these keys. */
async function findEarlierLines(
  transaction: Transaction<DB>,
  { importId, before, keys, sources }: EarlierLines,
): Promise<Map<string, number>> {
  if (keys.length + sources.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('part_import_lines')
    .select(['match_key', 'source_key', 'line'])
    .where('import_id', '=', importId)
    .where(sql<boolean>`(match_key = any (${keys}::text[]) or source_key = any (${sources}::text[]))`)
    .where('place', '<', before)
    .where('outcome', 'in', ['add', 'change', 'same'])
    .execute();
  const lines = new Map<string, number>();
  for (const { match_key: key, source_key: source, line } of rows) {
    if (key !== null) lines.set(key, line);
    if (source !== null) lines.set(keyOfSource(source), line);
  }
  return lines;
}
