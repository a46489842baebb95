import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { STEP_LINES } from './import-limits.ts';
import { findByStockNumber, toKey } from './match-lines.server.ts';
import { wantPictures } from './want-pictures.server.ts';
import { planChange } from './plan-line.ts';
import { hideParts } from '#core/part-changes/part-table.server.ts';
import type { ChangedValues } from './read-cells.ts';
import { readShopFacts } from './read-shop-facts.server.ts';
import {
  type LineOutcome,
  type PlanCounts,
  saveLineOutcomes,
} from '#core/part-changes/save-line-outcomes.server.ts';
import { writeFitments } from '#core/catalog/fitment-list.ts';
import { changesFitments, planFitmentChange } from '../standards/fitment-change.ts';
import { addParts, changeParts, readStoredParts } from './stored-parts.server.ts';

interface ApplyStep {
  importId: string;
  supplier: string;
  /** The step begins after this line. */
  from: number;
  /** True if a refused line prevents all others. */
  isAllOrNothing: boolean;
}

type Applied = PlanCounts | { refusedLine: number; reason: string };

/**
 * Applies the next lines as they were checked. Refuses parts that were changed since the check, or merges them where possible.
 */
export async function applyStep(
  transaction: Transaction<DB>,
  { importId, supplier, from, isAllOrNothing }: ApplyStep,
): Promise<Applied> {
  const lines = await transaction
    .selectFrom('part_change_lines')
    .select(['place', 'line', 'outcome', 'reason', 'part_id', 'match_key', 'source_key'])
    .select(['before', 'after'])
    .where('change_id', '=', importId)
    .where('place', '>', from)
    .where('place', '<=', from + STEP_LINES)
    .orderBy('place')
    .execute();
  const parts = await readStoredParts(
    transaction,
    lines.flatMap((line) => (line.outcome === 'change' && line.part_id ? line.part_id : [])),
    { lock: true },
  );
  const facts = await readShopFacts(transaction);
  const numberOf = (after: unknown) => (after as ChangedValues | null)?.['stock_number'] ?? null;
  const numbers = await findByStockNumber(
    transaction,
    lines.flatMap(({ after }) => (numberOf(after) as string | null) ?? []),
  );
  const there = await findThere(
    transaction,
    lines.flatMap((line) => (line.outcome === 'add' && line.part_id ? line.part_id : [])),
  );
  const lists = new Map<string, string>();
  const outcomes = lines.map((line): LineOutcome => {
    const { place, part_id, match_key, source_key, reason: note } = line;
    const [before, after] = [line.before as ChangedValues | null, line.after as ChangedValues | null];
    const kept = { place, part_id, match_key, source_key, before: null, after: null };
    const refused = (reason: string | null): LineOutcome => ({ ...kept, outcome: 'refused', reason });
    if (line.outcome === 'skip') return { ...kept, outcome: 'skipped', reason: note };
    if (line.outcome === 'same') return { ...kept, outcome: 'unchanged', reason: note };
    if (line.outcome === 'refuse' || !after) return refused(line.reason);
    const number = numberOf(after);
    const key = number === null ? null : toKey(String(number));
    const owner = key === null ? undefined : numbers.get(key);
    if (owner !== undefined && owner !== part_id) return refused('Another part has this stock number');
    const id = part_id ?? randomUUID();
    if (line.outcome === 'add') {
      if (there.has(id)) return refused('Already in the catalog');
      if (key !== null) numbers.set(key, id);
      return { ...kept, part_id: id, outcome: 'added', reason: note, after };
    }
    const part = parts.get(id);
    if (!part) return refused('Deleted since the check');
    if (changesFitments(after)) {
      const change = planFitmentChange(part.fitments, after);
      if (change.outcome === 'refuse') return refused(change.reason);
      if (change.outcome === 'same') return { ...kept, outcome: 'unchanged', reason: null };
      // Several lines may change the vehicles of the part. The list is stored once.
      parts.set(id, { ...part, fitments: change.list });
      lists.set(id, writeFitments(change.list));
      return { ...kept, outcome: 'changed', reason: null, before: {}, after: change.after };
    }
    const plan = planChange(part, { values: after, seen: before ?? {} }, facts);
    if (plan.outcome === 'refuse') return refused(plan.reason);
    if (plan.outcome !== 'change') return { ...kept, outcome: 'unchanged', reason: note };
    if (key !== null) numbers.set(key, id);
    return { ...kept, outcome: 'changed', reason: note, before: plan.before, after: plan.after };
  });
  const failed = outcomes.find(({ outcome }) => outcome === 'refused');
  if (failed && isAllOrNothing) {
    const line = lines.find(({ place }) => place === failed.place)?.line ?? 0;
    return { refusedLine: line, reason: failed.reason ?? '' };
  }
  const of = (wanted: string) =>
    outcomes.flatMap(({ outcome, part_id: partId, after }) =>
      outcome === wanted && partId !== null && after ? [{ partId, after }] : [],
    );
  await changeParts(transaction, [
    ...of('changed').filter(({ after }) => !changesFitments(after)),
    ...[...lists].map(([partId, fitments]) => ({ partId, after: { fitments } })),
  ]);
  await addParts(transaction, of('added'));
  await hideAdded(transaction, of('added'));
  await rememberKeys(transaction, supplier, outcomes);
  await saveLineOutcomes(transaction, importId, outcomes);
  await wantPictures(transaction, importId, outcomes);
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    skipped: count('skipped'),
  };
}

/** Parts are hidden after they were added: the catalog's own function moves them with all that belongs to them. */
async function hideAdded(
  transaction: Transaction<DB>,
  added: readonly { partId: string; after: ChangedValues }[],
): Promise<void> {
  const ids = added.flatMap(({ partId, after }) => (after['hidden'] === true ? partId : []));
  if (ids.length === 0) return;
  const hidden = await hideParts(transaction, ids);
  if (hidden.size < ids.length) throw new Error('A part that must not be shown could not be hidden.');
}

/** Remembers which parts the supplier's own keys name, for the next import. */
async function rememberKeys(
  transaction: Transaction<DB>,
  supplier: string,
  outcomes: readonly LineOutcome[],
): Promise<void> {
  const named = outcomes.filter(
    ({ outcome, source_key, part_id }) =>
      source_key !== null && part_id !== null && ['added', 'changed', 'unchanged'].includes(outcome),
  );
  const rows = [...new Map(named.map(({ source_key: key, part_id }) => [key, { key, part_id }])).values()];
  if (rows.length === 0) return;
  await sql`
    insert into part_import_keys (supplier, key, part_id)
    select ${supplier.toLowerCase()}, key, part_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as named (key text, part_id uuid)
    on conflict (supplier, key) do update set part_id = excluded.part_id
    where part_import_keys.part_id <> excluded.part_id`.execute(transaction);
}

/** Finds parts of an import that was undone and is applied again, if they were restored meanwhile. */
async function findThere(transaction: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from parts_catalog where id = any (${ids}::uuid[])
    union all select id from hidden_parts where id = any (${ids}::uuid[])`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}
