import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { parseStockNumber } from '#core/catalog/used-part-fields.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { hideGoneParts } from './hide-gone-parts.server.ts';
import { sellerColumns, vehicleColumns } from './vehicle-fields.ts';
import {
  columnLabel,
  type FileColumn,
  findUnknownHold,
  formOfLine,
  isSame,
  type TextFacts,
} from './vehicle-line.ts';
import { readVehicleForm } from './vehicle-form.ts';
import { VEHICLES_PATH } from './vehicles-list.ts';

/** Maximum of cars in one file. */
export const MOST_CARS = 5_000;

/** Checking more lines takes longer than other requests should wait. */
const LINES_AT_ONCE = 200;

export interface VehicleLine {
  /** Line of the file, from 1. */
  line: number;
  /** The texts of the file's columns. */
  cells: Readonly<Partial<Record<FileColumn, string>>>;
}

export interface VehicleImport extends ActionResult {
  /** The errors. If there is one, nothing is stored. */
  problems?: { line: number; message: string }[];
}

interface Options {
  columns: readonly FileColumn[];
  lines: readonly VehicleLine[];
  /** Only tells what would happen. */
  dryRun: boolean;
}

interface Plan {
  problems: { line: number; message: string }[];
  planned: Planned[];
  /** Cars that would not change. */
  same: number;
}

interface Stored {
  cars: Map<string, TextFacts>;
  keyOf: (number: string | undefined) => string;
}

interface Planned {
  line: number;
  /** Undefined for a new car. */
  id: string | undefined;
  facts: Record<string, unknown>;
  seller: Record<string, unknown>;
}

/**
 * Adds the cars of a file, and changes those whose stock number is known: only the columns that the file has. Nothing is stored
 * if a line is wrong. @throws {Refused}
 */
export async function importVehicles(
  transaction: Transaction<DB>,
  { columns, lines, dryRun }: Options,
): Promise<VehicleImport> {
  if (!columns.includes('stock_number')) throw new Refused('the file has no column stock_number');
  if (lines.length === 0) throw new Refused('the file has no cars');
  const stored = await readStored(transaction, lines, { lock: false });
  let plan = await planImport(lines, stored);
  if (!dryRun && plan.problems.length === 0) {
    // Others can work while the lines are read. Only what they have changed meanwhile is read again under the lock.
    const locked = await readStored(transaction, lines, { lock: true });
    if (!isDeepStrictEqual(locked.cars, stored.cars)) plan = await planImport(lines, locked);
  }
  const { planned, same } = plan;
  const problems = [...plan.problems, ...(await findVinProblems(transaction, planned))];
  if (problems.length > 0)
    return {
      done: false,
      message: `Nothing was imported: ${countLines(problems)}`,
      problems: problems.toSorted((one, other) => one.line - other.line),
    };
  const added = planned.filter(({ id }) => id === undefined);
  const changed = planned.filter(({ id }) => id !== undefined);
  const will = dryRun ? 'will be ' : '';
  const counts = `${count(added.length)} ${will}added, ${count(changed.length)} ${will}changed, ${count(same)} ${same === 1 ? 'stays' : 'stay'} the same`;
  if (dryRun) return { done: true, message: counts };
  await store(transaction, { columns, added, changed });
  await logAdminAction(transaction, 'import_vehicles', {
    resourceType: 'yard_vehicles',
    added: added.length,
    changed: changed.length,
    columns,
  });
  return { done: true, message: `Cars imported: ${counts}`, leadsTo: VEHICLES_PATH };
}

/** Reads and checks the lines, and leaves turns to other requests. */
async function planImport(lines: readonly VehicleLine[], stored: Stored): Promise<Plan> {
  const problems: Plan['problems'] = [];
  const planned: Planned[] = [];
  let same = 0;
  const seen = new Map<string, number>();
  for (const [index, { line, cells }] of lines.entries()) {
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn();
    const key = stored.keyOf(cells.stock_number);
    const earlier = key === '' ? undefined : seen.get(key);
    if (earlier !== undefined) {
      problems.push({ line, message: `Line ${earlier} has the same stock number` });
      continue;
    }
    seen.set(key, line);
    const car = key === '' ? undefined : stored.cars.get(key);
    const hold = findUnknownHold(cells);
    if (hold !== undefined) problems.push({ line, message: `"${hold.slice(0, 40)}" is not a hold` });
    const read = readVehicleForm(formOfLine(cells, car));
    if ('errors' in read)
      for (const [column, error] of Object.entries(read.errors))
        problems.push({ line, message: `${columnLabel(column)}: ${error}` });
    else if (car && isSame(read, car)) same += 1;
    else planned.push({ line, id: car?.['id'] ?? undefined, facts: read.vehicle, seller: read.seller });
  }
  return { problems, planned, same };
}

const count = (number: number) => number.toLocaleString('en-US');

function countLines(problems: readonly { line: number }[]): string {
  const { size } = new Set(problems.map(({ line }) => line));
  return size === 1 ? '1 line is wrong' : `${count(size)} lines are wrong`;
}

/** Reads the cars that the lines name, as texts like those of the export. The lock keeps others from changing them meanwhile. */
async function readStored(
  transaction: Transaction<DB>,
  lines: readonly VehicleLine[],
  { lock }: { lock: boolean },
): Promise<Stored> {
  const numbers = lines.map(({ cells }) => parseStockNumber((cells.stock_number ?? '').trim()) ?? '');
  const { rows } = await sql<{ number: string; key: string | null }>`
    select distinct number, oem_number_key(number) as key from unnest(${numbers}::text[]) as number`.execute(
    transaction,
  );
  const keys = new Map(rows.map(({ number, key }) => [number, key ?? '']));
  const texts = vehicleColumns.map((column) => sql`vehicle.${sql.ref(column)}::text`);
  const sellers = sellerColumns.map(
    (column) =>
      sql`(select ${sql.ref(column)} from yard_purchases where vehicle_id = vehicle.id) as ${sql.ref(column)}`,
  );
  const cars = await sql<TextFacts>`
    select vehicle.id::text, stock_key as key, array_to_string(holds, '; ') as holds,
      ${sql.join([...texts, ...sellers])}
    from yard_vehicles as vehicle where stock_key = any (${[...keys.values()]}::text[])
    order by vehicle.id ${lock ? sql`for update` : sql``}`.execute(transaction);
  return {
    cars: new Map(cars.rows.map((car) => [String(car['key']), car])),
    keyOf: (number = '') => keys.get(parseStockNumber(number.trim()) ?? '') ?? '',
  };
}

/** Finds VINs that two cars in the yard would have. */
async function findVinProblems(
  transaction: Transaction<DB>,
  planned: readonly Planned[],
): Promise<{ line: number; message: string }[]> {
  const here = planned.filter(({ facts }) => facts['vin'] !== null && facts['disposition'] === 'here');
  const lines = new Map<unknown, number>();
  const problems = [];
  for (const { line, facts } of here) {
    const earlier = lines.get(facts['vin']);
    if (earlier !== undefined) problems.push({ line, message: `VIN: Line ${earlier} has the same VIN` });
    else lines.set(facts['vin'], line);
  }
  const ids = planned.flatMap(({ id }) => id ?? []);
  const { rows } = await sql<{ vin: string; stock_number: string }>`
    select vin, stock_number from yard_vehicles
    where disposition = 'here' and vin = any (${[...lines.keys()]}::text[]) and id <> all (${ids}::uuid[])`.execute(
    transaction,
  );
  for (const { vin, stock_number: number } of rows)
    problems.push({ line: lines.get(vin) ?? 0, message: `VIN: Car ${number} in the yard has this VIN` });
  return problems;
}

async function store(
  transaction: Transaction<DB>,
  { columns, added, changed }: Record<'added' | 'changed', readonly Planned[]> & Pick<Options, 'columns'>,
): Promise<void> {
  const all = sql.join([...vehicleColumns, 'holds'].map((column) => sql.ref(column)));
  const records = (cars: readonly Planned[]) =>
    JSON.stringify(cars.map(({ id, facts }) => ({ id, ...facts })));
  const { rows } = await sql<{ id: string; stock_number: string }>`
    insert into yard_vehicles (${all}) select ${all} from jsonb_populate_recordset(null::yard_vehicles, ${records(added)}::jsonb)
    returning id::text, stock_number`.execute(transaction);
  const changeable = columns.filter((column) => column !== 'stock_number' && !isOfSeller(column));
  const changes = changeable.map((column) => sql`${sql.ref(column)} = new.${sql.ref(column)}`);
  // A form that was opened before must not save over this.
  changes.push(sql`updated_at = clock_timestamp()`);
  await sql`
    update yard_vehicles as vehicle set ${sql.join(changes)}
    from jsonb_populate_recordset(null::yard_vehicles, ${records(changed)}::jsonb) as new
    where new.id = vehicle.id`.execute(transaction);
  const gone = changed.filter(({ facts }) => facts['disposition'] !== 'here');
  await hideGoneParts(
    transaction,
    gone.map(({ facts }) => String(facts['stock_number'])),
  );
  const ofSeller = columns.filter(isOfSeller);
  if (ofSeller.length === 0) return;
  const ids = new Map<unknown, string>(rows.map(({ id, stock_number: number }) => [number, id]));
  const sellers = [...added, ...changed].map(({ id, facts, seller }) =>
    Object.assign({ vehicle_id: id ?? ids.get(facts['stock_number']) }, seller),
  );
  const names = sql.join(ofSeller.map((column) => sql.ref(column)));
  await sql`
    insert into yard_purchases (vehicle_id, ${names})
    select vehicle_id, ${names} from jsonb_populate_recordset(null::yard_purchases, ${JSON.stringify(sellers)}::jsonb)
    on conflict (vehicle_id) do update
      set ${sql.join(ofSeller.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}`.execute(
    transaction,
  );
}

function isOfSeller(column: FileColumn): boolean {
  return sellerColumns.some((each) => each === column);
}
