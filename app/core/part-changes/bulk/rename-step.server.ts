import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { writeFitments } from '#core/catalog/fitment-list.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import { renameVehicleOf, type VehicleRename } from '../rename-vehicle.ts';
import { changeRows, lockParts } from './bulk-rows.server.ts';

type Values = ReturnType<typeof renameVehicleOf>;

type Column = keyof Values;

type Renamed = { before: Values; after: Values } | { skipped: string };

/** Renames a make or model at parts and in their lists of vehicles. Returns what becomes of each part that exists. */
export async function renameInParts(
  transaction: Transaction<DB>,
  ids: readonly string[],
  rename: VehicleRename,
): Promise<Map<string, Renamed>> {
  const renamed = new Map<string, Renamed>();
  for (const [id, part] of await readParts(transaction, ids)) {
    const after = renameVehicleOf(part, rename);
    const columns = Object.keys(after) as Column[];
    const before = Object.fromEntries(columns.map((column) => [column, part[column]]));
    renamed.set(id, columns.length === 0 ? { skipped: 'Changed since' } : { before, after });
  }
  await save(
    transaction,
    [...renamed].flatMap(([partId, each]) => ('after' in each ? { partId, after: each.after } : [])),
  );
  return renamed;
}

interface UndoRename {
  partId: string;
  before: Values;
  after: Values;
}

/** Restores the names of parts that were not changed since. Returns why the others keep theirs, by the id of the part. */
export async function undoRenameInParts(
  transaction: Transaction<DB>,
  renamed: readonly UndoRename[],
): Promise<Map<string, string>> {
  const parts = await readParts(
    transaction,
    renamed.map(({ partId }) => partId),
  );
  const kept = new Map<string, string>();
  const changed = renamed.map(({ partId, before, after }) => {
    const part = parts.get(partId);
    const columns = Object.keys(after) as Column[];
    const same = columns.filter((column) => part && part[column] === after[column]);
    if (!part) kept.set(partId, 'Deleted since');
    else if (same.length < columns.length) kept.set(partId, 'Changed since');
    return { partId, after: Object.fromEntries(same.map((column) => [column, before[column]])) as Values };
  });
  await save(transaction, changed);
  return kept;
}

async function readParts(transaction: Transaction<DB>, ids: readonly string[]) {
  const locked = await lockParts(transaction, ids);
  const { rows } = await sql<Fitment & { part_id: string }>`
    select part_id, make, model, from_year as "fromYear", to_year as "toYear", engine, trim, position, note
    from part_fitments where part_id = any (${ids}::uuid[])
    union all
    select hidden.id, fitment.make, fitment.model, fitment.from_year, fitment.to_year, fitment.engine, fitment.trim,
      fitment.position, fitment.note
    from hidden_parts as hidden, jsonb_populate_recordset(null::part_fitments, hidden.fitments) as fitment
    where hidden.id = any (${ids}::uuid[])`.execute(transaction);
  const fitments = Map.groupBy(rows, (row) => row.part_id);
  return new Map(
    [...locked].map(([id, part]) => [id, { ...part, fitments: writeFitments(fitments.get(id) ?? []) }]),
  );
}

async function save(
  transaction: Transaction<DB>,
  changed: readonly { partId: string; after: Values }[],
): Promise<void> {
  const vehicles = changed.map(({ partId, after: { fitments: _, ...after } }) => ({ partId, after }));
  await changeRows(
    transaction,
    vehicles.filter(({ after }) => Object.keys(after).length > 0),
  );
  const lists = changed.flatMap(({ partId, after: { fitments } }) =>
    fitments === undefined ? [] : { part_id: partId, rows: toColumns(fitments) },
  );
  if (lists.length === 0) return;
  const ids = lists.map((list) => list.part_id);
  const rows = JSON.stringify(lists);
  await sql`delete from part_fitments where part_id = any (${ids}::uuid[])`.execute(transaction);
  await sql`
    insert into part_fitments (part_id, make, model, from_year, to_year, engine, trim, position, note)
    select list.part_id, fitment.make, fitment.model, fitment.from_year, fitment.to_year, fitment.engine,
      fitment.trim, fitment.position, fitment.note
    from jsonb_to_recordset(${rows}::jsonb) as list (part_id uuid, rows jsonb),
    jsonb_populate_recordset(null::part_fitments, list.rows) as fitment
    where list.part_id in (select id from parts_catalog)`.execute(transaction);
  await sql`
    update hidden_parts set fitments = list.rows, updated_at = now()
    from jsonb_to_recordset(${rows}::jsonb) as list (part_id uuid, rows jsonb)
    where hidden_parts.id = list.part_id`.execute(transaction);
}

function toColumns(fitments: string) {
  return (JSON.parse(fitments) as Fitment[]).map(({ fromYear, toYear, ...row }) =>
    Object.assign(row, { from_year: fromYear, to_year: toYear }),
  );
}
