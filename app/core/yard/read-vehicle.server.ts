import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { AdminPicture } from '#core/part-changes/admin-picture.ts';
import { readPictures } from '#core/part-changes/change-pictures.server.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { type CarMoney, noMoney } from './money/car-money.ts';
import { readCarMoney } from './money/read-car-money.server.ts';
import { carAlbum } from './car-album.server.ts';
import { type DoneCheck, readChecks } from './change-checks.server.ts';
import { type Converter, readConverters } from './converters/list-converters.server.ts';
import { readPaper, type VehiclePaper } from './paper/read-paper.server.ts';
import {
  type SellerColumn,
  type VehicleColumn,
  vehicleColumns,
  vehicleFields,
  type VehicleHold,
} from './vehicle-fields.ts';

const PARTS = 100;

export interface VehiclePart {
  id: string;
  name: string;
  /** Dollars and cents. */
  price: string | null;
  stock: number;
  isHidden: boolean;
  /** The ids of its pieces, if it is an assembly. */
  pieces: string[];
  /** True if it is out of stock because a piece of it, or an assembly with it, is held or sold. */
  isClaimed: boolean;
}

export interface VehicleCost {
  id: string;
  direction: 'paid' | 'received';
  paidOn: string;
  payee: string;
  what: string;
  /** Dollars and cents. */
  amount: string;
}

export interface VehiclePage {
  id: string;
  values: Record<VehicleColumn, FieldValue>;
  holds: VehicleHold[];
  /** Tells whether someone else has changed the car since. */
  version: string;
  takenInAt: string;
  /** Until it left, or today. Null if the day of possession is not known. */
  daysInYard: number | null;
  checks: DoneCheck[];
  paper: VehiclePaper;
  converters: Converter[];
  parts: VehiclePart[];
  pictures: AdminPicture[];
  /** True if shoppers see the car. */
  isPublic: boolean;
  /** Null for people who may not see purchases. */
  purchase: { seller: Record<SellerColumn, string | null>; costs: VehicleCost[]; money: CarMoney } | null;
}

/** Reads a car with its parts. Returns undefined if the car does not exist. */
export async function readVehicle(
  transaction: Transaction<DB>,
  id: string,
): Promise<VehiclePage | undefined> {
  const car = await readVehicleValues(transaction, id);
  const paper = car && (await readPaper(transaction, id));
  return (
    paper && {
      id,
      paper,
      converters: await readConverters(transaction, id),
      ...car,
      checks: await readChecks(transaction, id),
      parts: await readParts(transaction, String(car.values.stock_number)),
      pictures: await readPictures(transaction, carAlbum(id)),
      isPublic: await isPublic(transaction, id),
      purchase: (await maySeePurchases(transaction)) ? await readPurchase(transaction, id) : null,
    }
  );
}

/** Reads the facts of a car. Returns undefined if the car does not exist. */
export async function readVehicleValues(
  transaction: Transaction<DB>,
  id: string,
): Promise<Pick<VehiclePage, 'values' | 'holds' | 'version' | 'takenInAt' | 'daysInYard'> | undefined> {
  const columns = vehicleColumns.map((column) =>
    fieldKind(column) === 'date'
      ? sql`${sql.ref(column)}::text as ${sql.ref(column)}`
      : sql`${sql.ref(column)}`,
  );
  const { rows } = await sql<
    Record<VehicleColumn, FieldValue> & {
      holds: VehicleHold[];
      version: string;
      created_at: Date;
      days: number | null;
    }
  >`
    select ${sql.join(columns)}, holds, updated_at::text as version, created_at,
      coalesce(disposed_on, current_date) - possession_on as days
    from yard_vehicles where id = ${id}`.execute(transaction);
  const [row] = rows;
  if (!row) return undefined;
  const { holds, version, created_at: created, days, ...values } = row;
  return { values, holds, version, takenInAt: created.toISOString(), daysInYard: days };
}

function fieldKind(column: VehicleColumn): string {
  return vehicleFields[column].kind;
}

/** Lists the parts that have the car's stock number. */
async function readParts(transaction: Transaction<DB>, stockNumber: string): Promise<VehiclePart[]> {
  const { rows } = await sql<VehiclePart>`
    select part.id, part.part_name as name, part.price, part.stock_quantity as stock, part.is_hidden as "isHidden",
      array(select piece_id from part_pieces where assembly_id = part.id) as pieces, is_claimed(part.id) as "isClaimed"
    from part_private_facts as facts
    join lateral (
      select id, part_name, price, stock_quantity, false as is_hidden from parts_catalog where id = facts.part_id
      union all
      select id, part_name, price, stock_quantity, true from hidden_parts where id = facts.part_id
    ) as part on true
    where facts.donor_key = oem_number_key(${stockNumber})
    order by part.part_name, part.id limit ${PARTS}`.execute(transaction);
  return rows;
}

async function isPublic(transaction: Transaction<DB>, id: string): Promise<boolean> {
  const car = await transaction
    .selectFrom('public_cars')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return car !== undefined;
}

async function readPurchase(
  transaction: Transaction<DB>,
  id: string,
): Promise<NonNullable<VehiclePage['purchase']>> {
  const seller = await transaction
    .selectFrom('yard_purchases')
    .select(['seller_name', 'seller_address', 'seller_id'])
    .where('vehicle_id', '=', id)
    .executeTakeFirst();
  const costs = await transaction
    .selectFrom('yard_costs')
    .select(['id', 'payee', 'what', 'amount', sql<string>`paid_on::text`.as('paidOn')])
    .select(sql<VehicleCost['direction']>`direction`.as('direction'))
    .where('vehicle_id', '=', id)
    .orderBy('paid_on')
    .orderBy('created_at')
    .execute();
  const money = (await readCarMoney(transaction, [id])).get(id) ?? noMoney;
  return { seller: seller ?? { seller_name: null, seller_address: null, seller_id: null }, costs, money };
}

/** Tells whether this person sees who sold each car and what it cost. */
export async function maySeePurchases(transaction: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`select may_see_purchases() as ok`.execute(transaction);
  return rows[0]?.ok === true;
}
