import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { countUpTo, MAX_COUNT } from '#core/platform/count-up-to.server.ts';
import { cursorTime, isBeyond, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import type { DuePaper } from './paper/paper.ts';
import { isPaperLeft, readDue } from './paper/read-paper.server.ts';
import { type VehicleHold, vehicleTitle } from './vehicle-fields.ts';
import { type VehiclesQuery, type VehicleView, vehicleViews } from './vehicles-list.ts';

const PAGE_SIZE = 25;

const conditions: Record<VehicleView, RawBuilder<boolean>> = {
  here: sql`disposition = 'here'`,
  paper: isPaperLeft,
  held: sql`holds <> '{}'`,
  gone: sql`disposition <> 'here'`,
  all: sql`true`,
};

export interface VehicleRow {
  id: string;
  stockNumber: string;
  title: string;
  color: string | null;
  /** The last eight characters of the VIN. */
  vinEnd: string | null;
  place: string | null;
  holds: VehicleHold[];
  disposition: string;
  /** Parts of the car that are in the catalog, hidden ones too. */
  parts: number;
  takenInAt: string;
  /** The paper that is left to mail and deliver. Only the view 'Paper due' fills it. */
  due: DuePaper[];
}

export interface VehicleList extends ListPage<VehicleRow> {
  /** At most `maxCount` each. */
  counts: Record<VehicleView, number>;
  maxCount: number;
}

/** Lists one page of a view, newest first, or oldest first if paper is due. Searches by stock number, VIN or its end, plate, and make and model. */
export async function listVehicles(transaction: Transaction<DB>, query: VehiclesQuery): Promise<VehicleList> {
  const start = readStart(query, ...timePlace);
  const direction = start.backwards === (query.view === 'paper') ? 'desc' : 'asc';
  const found = await transaction
    .selectFrom('yard_vehicles as vehicle')
    .select(['id', 'stock_number', 'year', 'make', 'model', 'trim', 'color', 'place', 'holds', 'disposition'])
    .select(['created_at', cursorTime('created_at').as('cursor_time')])
    .select(sql<string | null>`right(vin, 8)`.as('vin_end'))
    .select(countParts.as('parts'))
    .where(isListed(query))
    .where(isBeyond(start.place, direction, ['created_at', 'id']))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(PAGE_SIZE + 1)
    .execute();
  const page = cutPage(found, start, PAGE_SIZE, (row) => [row.cursor_time, row.id]);
  const ids = page.rows.map(({ id }) => id);
  const due = query.view === 'paper' ? await readDue(transaction, ids) : new Map<string, DuePaper[]>();
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      stockNumber: row.stock_number,
      title: vehicleTitle(row),
      color: row.color,
      vinEnd: row.vin_end,
      place: row.place,
      holds: row.holds as VehicleHold[],
      disposition: row.disposition,
      parts: row.parts,
      takenInAt: row.created_at.toISOString(),
      due: due.get(row.id) ?? [],
    })),
    counts: await countViews(transaction),
    maxCount: MAX_COUNT,
  };
}

/** Counts the parts of the row `vehicle`. */
export const countParts = sql<number>`(
  select count(*)::int from part_private_facts as facts
  where facts.donor_key = vehicle.stock_key
    and (exists (select from parts_catalog where id = facts.part_id)
      or exists (select from hidden_parts where id = facts.part_id))
)`;

/** Tells whether a car is in a view and matches its search. */
export function isListed({ view, q }: VehiclesQuery): RawBuilder<boolean> {
  return q === '' ? conditions[view] : sql<boolean>`(${conditions[view]} and ${writeSearch(q)})`;
}

/** Each word is a stock number, a VIN or its end, a plate, a year, or begins the make or model. */
function writeSearch(q: string): RawBuilder<boolean> {
  const whole = q.replaceAll(/[\s-]/g, '').toUpperCase();
  const byVin = sql`or ${begins('vin_reversed', [...whole].toReversed().join(''))}`;
  const byNumber = sql`stock_key = oem_number_key(${q}) or plate_key = ${whole} ${whole.length < 4 ? sql`` : byVin}`;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6);
  const byWords = words.map((word) =>
    /^\d{4}$/.test(word)
      ? sql<boolean>`year = ${Number(word)}`
      : sql<boolean>`(${begins('make_key', word)} or ${begins('model_key', word)})`,
  );
  return sql<boolean>`(${byNumber} or (${sql.join(byWords, sql` and `)}))`;
}

/** A comparison of bytes. Row-level security keeps `like` from using an index. */
function begins(column: 'vin_reversed' | 'make_key' | 'model_key', text: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${`${text}\u{10ffff}`})`;
}

async function countViews(transaction: Transaction<DB>): Promise<Record<VehicleView, number>> {
  const views = Object.keys(vehicleViews) as VehicleView[];
  const counts = views.map(
    (view) => sql`${countUpTo(sql`yard_vehicles as vehicle where ${conditions[view]}`)} as ${sql.ref(view)}`,
  );
  const { rows } = await sql<Record<VehicleView, number>>`select ${sql.join(counts)}`.execute(transaction);
  return rows[0] as Record<VehicleView, number>;
}
