import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NotNull, Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { STEP_LINES } from './import-limits.ts';
import type { Mapping } from './mapping.ts';
import { findEarlierLines, keyOf, nameSources, withoutSharedNumber } from './earlier-lines.server.ts';
import { placeOfShared } from './find-sources.server.ts';
import { correctNewPart } from './findings.ts';
import {
  findByStockNumber,
  keyOfSource,
  type LineKeys,
  type Match,
  matchLines,
  readCar,
  readKeys,
  SAME_PART,
  toKey,
} from './match-lines.server.ts';
import { describeNoPart } from './not-a-part.ts';
import { type Plan, planChange, planNewPart } from './plan-line.ts';
import { type ChangedValues, readCells } from './read-cells.ts';
import { createLineReader, type LineTexts } from './read-texts.ts';
import { readMakes, readShopFacts } from './read-shop-facts.server.ts';
import {
  type LineOutcome,
  type PlanCounts,
  saveLineOutcomes,
} from '#core/part-changes/save-line-outcomes.server.ts';
import { readStoredParts } from './stored-parts.server.ts';
import { type ImportingSource, readDelivered, saveSent } from '../sources/delivered.server.ts';
import { type Conflict, mergeDelivered } from '../sources/merge-delivered.ts';
import { checkFitLines } from '../standards/check-fit-lines.server.ts';
import { addsFitments } from '../standards/line-columns.ts';
import { resolveLines } from '../standards/resolve-lines.server.ts';
import { clearCheckFindings, noteUnnamed } from '../standards/save-findings.server.ts';

const ADDED_EACH_TIME =
  'Each run would add this part again. It needs a stock number, or the OEM number of a new part';

interface CheckStep {
  importId: string;
  supplier: string;
  header: readonly string[];
  mapping: Mapping;
  siteUrl: string;
  /** Set if the file comes again. Lines that would add a part each time are refused. */
  scheduled: ImportingSource | undefined;
  /** The step begins after this line. */
  from: number;
}

interface CheckedLine {
  place: number;
  plan: Plan;
  /** Why the line is refused, or what was read in another way than it stands in the file. */
  reason: string | null;
  partId: string | null;
  key: string | null;
  source: string | null;
}

/** A line as a new part, with the keys that it has by itself. */
interface NamedLine {
  refusal: string | undefined;
  text: LineTexts;
  /** The values of the line as read. */
  sent: ChangedValues;
  asNew: ReturnType<typeof readCells>;
  own: ReturnType<typeof readKeys>;
}

const LINES_AT_ONCE = 100;

const SAME_TEXT = 'An earlier file had the same line. Another part like it needs a stock number';

const LEFT_HIDDEN = 'Hidden here too, and left as it is';

/** Plans the effects of the next lines. Nothing in the catalog changes. */
export async function checkStep(
  transaction: Transaction<DB>,
  { importId, supplier, header, mapping, siteUrl, scheduled, from }: CheckStep,
): Promise<PlanCounts> {
  const all = await transaction
    .selectFrom('part_change_lines')
    .select(['place', 'line', 'cells', 'not_part'])
    .where('change_id', '=', importId)
    .where('place', '>', from)
    .where('place', '<=', from + STEP_LINES)
    .orderBy('place')
    .$narrowType<{ line: NotNull }>()
    .execute();
  const { fields } = mapping;
  const reasonOf = (line: (typeof all)[number]) =>
    line.not_part ?? describeNoPart(line.cells as string[], header) ?? null;
  const notParts = all.flatMap((line) => {
    const reason = reasonOf(line);
    return reason === null ? [] : [{ place: line.place, reason }];
  });
  const skippedPlaces = new Set(notParts.map(({ place }) => place));
  if (from === 0) await clearCheckFindings(transaction, importId);
  const lines = await resolveLines(
    transaction,
    all.filter(({ place }) => !skippedPlaces.has(place)),
    fields,
  );
  await noteUnnamed(transaction, importId, lines);
  if (addsFitments(fields)) {
    await saveLineOutcomes(transaction, importId, notParts.map(skip));
    const counts = await checkFitLines(transaction, { importId, lines, fields, from });
    return { ...counts, skipped: notParts.length };
  }
  const makes = await readMakes(transaction);
  const context = { siteUrl, makes };
  const facts = await readShopFacts(transaction);
  const reader = createLineReader({ header, mapping, makes });
  const named: NamedLine[] = [];
  for (const [index, { cells, refusal }] of lines.entries()) {
    // Reading a step's lines takes longer than other requests should wait.
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn();
    const text = reader(cells);
    const read = readCells({ line: text, part: undefined, mapping, context });
    const own = readKeys(read.values, { condition: mapping.condition, text, cells });
    const asNew = { ...read, values: correctNewPart(read.values, mapping) };
    named.push({ refusal, text, sent: read.values, asNew, own });
  }
  const sources = await nameSources(transaction, {
    importId,
    before: from + 1,
    sources: named.map(({ own }) => own.source),
  });
  const read = lines.map(({ place, line }, index) => {
    const { refusal, text, sent, asNew, own } = named[index] as NamedLine;
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
    return { place, line, refusal, text, sent, asNew, keys, isText: own.source?.isText === true };
  });
  const matches = await matchLines(
    transaction,
    supplier,
    read.map(({ keys }) => keys),
  );
  const ids = matches.flatMap((match) => ('id' in match ? match.id : []));
  const parts = await readStoredParts(transaction, ids, { lock: false });
  const delivered = scheduled && (await readDelivered(transaction, scheduled.id, ids));
  const conflictsOf = new Map<number, Conflict[]>();
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
    { place, line, refusal, text, asNew, keys, isText }: (typeof read)[number],
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
    if (refusal !== undefined) return refused(refusal);
    if ('reason' in match && match.hiddenId !== undefined && asNew.values['hidden'] === true)
      return { place, source, plan: { outcome: 'same' }, reason: LEFT_HIDDEN, partId, key: null };
    if ('reason' in match) return refused(match.reason);
    if (scheduled && isText) return refused(ADDED_EACH_TIME);
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
    const merged =
      part && scheduled
        ? mergeDelivered({
            values: others,
            now: part as unknown as Record<string, unknown>,
            delivered: delivered?.get(part.id),
            shopOwns: scheduled.shopOwns,
          })
        : { values: others, conflicts: [] };
    conflictsOf.set(place, merged.conflicts);
    const plan = part
      ? planChange(part, { values: merged.values }, facts)
      : planNewPart(merged.values, facts, mapping.condition);
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
  await saveLineOutcomes(transaction, importId, [
    ...checked.map(({ place, plan, reason, partId, key, source }) => ({
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
    ...notParts.map(skip),
  ]);
  if (scheduled)
    await saveSent(
      transaction,
      importId,
      read.map(({ place, sent }) => ({ place, sent, conflicts: conflictsOf.get(place) ?? [] })),
    );
  const count = (outcome: Plan['outcome']) => checked.filter(({ plan }) => plan.outcome === outcome).length;
  return {
    added: count('add'),
    changed: count('change'),
    unchanged: count('same'),
    refused: count('refuse'),
    skipped: notParts.length,
  };
}

/** Returns the outcome of a line that is no part. */
function skip({ place, reason }: { place: number; reason: string }): LineOutcome {
  const nothing = { part_id: null, match_key: null, source_key: null, before: null, after: null };
  return { place, outcome: 'skip', reason: reason.toWellFormed(), ...nothing };
}
