import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { STEP_LINES } from './import-limits.ts';
import type { Mapping } from './mapping.ts';
import { findByStockNumber, type Match, matchLines, readKeys, toKey } from './match-lines.server.ts';
import { type Conflict, mergeDelivered } from '../sources/merge-delivered.ts';
import { type ImportingSource, readDelivered, saveSent } from '../sources/delivered.server.ts';
import { correctNewPart } from './findings.ts';
import { describeNoPart } from './not-a-part.ts';
import { normalizeCells } from './normalize-cells.ts';
import { type Plan, planChange, planNewPart } from './plan-line.ts';
import { type ChangedValues, mappedColumns, readCells } from './read-cells.ts';
import { readMakes, readShopFacts } from './read-shop-facts.server.ts';
import { type PlanCounts, saveLineOutcomes } from './save-line-outcomes.server.ts';
import { readStoredParts } from './stored-parts.server.ts';
import { checkFitLines } from '../standards/check-fit-lines.server.ts';
import { addsFitments } from '../standards/line-columns.ts';
import { clearCheckFindings, noteUnnamed } from '../standards/save-findings.server.ts';
import { resolveLines } from '../standards/resolve-lines.server.ts';

const ADDED_EACH_TIME =
  'Each run would add this part again. It needs a stock number, or the OEM number of a new part';

interface CheckStep {
  importId: string;
  mapping: Mapping;
  /** The names of the columns. */
  header: readonly string[];
  siteUrl: string;
  /** Set if the file comes again. Lines that would add a part each time are refused. */
  source: ImportingSource | undefined;
  /** The step begins after this line. */
  from: number;
}

interface CheckedLine {
  place: number;
  plan: Plan;
  partId: string | null;
  key: string | null;
}

/** Plans the effects of the next lines. Nothing in the catalog changes. */
export async function checkStep(
  transaction: Transaction<DB>,
  { importId, mapping, header, siteUrl, source, from }: CheckStep,
): Promise<PlanCounts> {
  const lines = await transaction
    .selectFrom('part_import_lines')
    .select(['place', 'line', 'cells'])
    .where('import_id', '=', importId)
    .where('place', '>', from)
    .where('place', '<=', from + STEP_LINES)
    .orderBy('place')
    .execute();
  const { fields } = mapping;
  if (from === 0) await clearCheckFindings(transaction, importId);
  const resolved = await resolveLines(transaction, lines, fields);
  await noteUnnamed(transaction, importId, resolved);
  if (addsFitments(fields)) return checkFitLines(transaction, { importId, lines: resolved, fields, from });
  const columns = mappedColumns(mapping);
  const context = { siteUrl, makes: await readMakes(transaction) };
  const facts = await readShopFacts(transaction);
  const inCents = mapping.remedies?.includes('cents') === true;
  const read = resolved.map(({ place, line, cells: stored, refusal }) => {
    const cells = normalizeCells(columns, stored, { numbers: mapping.numbers, inCents });
    const { values, errors } = readCells({ columns, cells, part: undefined, mapping, context });
    const asNew = { values: correctNewPart(values, mapping), errors };
    return { place, line, cells, refusal, sent: values, asNew, keys: readKeys(values, mapping.condition) };
  });
  const matches = await matchLines(
    transaction,
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
  const delivered = source
    ? await readDelivered(
        transaction,
        source.id,
        matches.flatMap((match) => ('id' in match ? match.id : [])),
      )
    : new Map<string, ChangedValues>();
  const conflictsOf = new Map<number, Conflict[]>();
  const earlier = await findEarlierLines(transaction, {
    importId,
    before: from + 1,
    keys: matches.flatMap((match) => keyOf(match) ?? []),
  });

  const checked = read.map(({ place, line, cells, refusal, asNew, keys }, index): CheckedLine => {
    const match = matches[index] as Match;
    const key = keyOf(match);
    const refused = (reason: string): CheckedLine => ({
      place,
      plan: { outcome: 'refuse', reason },
      partId: 'id' in match ? match.id : 'reason' in match ? (match.hiddenId ?? null) : null,
      key: null,
    });
    const noPart = refusal ?? describeNoPart(cells, header);
    if (noPart !== undefined) return refused(noPart);
    if ('reason' in match) return refused(match.reason);
    if (source && key === null) return refused(ADDED_EACH_TIME);
    const repeated = key === null ? undefined : earlier.get(key);
    if (repeated !== undefined) return refused(`The same part as line ${repeated}`);
    const part = 'id' in match ? parts.get(match.id) : undefined;
    const { values, errors } = part ? readCells({ columns, cells, part, mapping, context }) : asNew;
    if (errors.length > 0) return refused(errors.join('. '));
    const owner = keys.stockNumber === null ? undefined : numbers.get(toKey(keys.stockNumber));
    if (owner !== undefined && owner !== part?.id) return refused('Another part has this stock number');
    const named = new Set(['id', ...('id' in match ? match.spelled : [])]);
    const others = Object.fromEntries(Object.entries(values).filter(([column]) => !named.has(column)));
    const merged =
      part && source
        ? mergeDelivered({
            values: others,
            now: part as unknown as Record<string, unknown>,
            delivered: delivered.get(part.id),
            shopOwns: source.shopOwns,
          })
        : { values: others, conflicts: [] };
    conflictsOf.set(place, merged.conflicts);
    const plan = part
      ? planChange(part, { values: merged.values }, facts)
      : planNewPart(merged.values, facts, mapping.condition);
    if (plan.outcome === 'refuse') return refused(plan.reason);
    if (key !== null) earlier.set(key, line);
    return { place, plan, partId: part?.id ?? null, key };
  });

  await saveLineOutcomes(
    transaction,
    importId,
    checked.map(({ place, plan, partId, key }) => ({
      place,
      outcome: plan.outcome,
      reason: plan.outcome === 'refuse' ? plan.reason : null,
      part_id: partId,
      match_key: key,
      before: plan.outcome === 'change' ? plan.before : null,
      after: plan.outcome === 'change' || plan.outcome === 'add' ? plan.after : null,
    })),
  );
  if (source)
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
  };
}

function keyOf(match: Match): string | null {
  if ('id' in match) return match.id;
  return 'key' in match ? match.key : null;
}

/** Finds earlier lines that have one of these keys. */
async function findEarlierLines(
  transaction: Transaction<DB>,
  { importId, before, keys }: { importId: string; before: number; keys: readonly string[] },
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('part_import_lines')
    .select(['match_key', 'line'])
    .where('import_id', '=', importId)
    .where(sql<boolean>`match_key = any (${keys}::text[])`)
    .where('place', '<', before)
    .execute();
  return new Map(rows.map((row) => [row.match_key ?? '', row.line]));
}
