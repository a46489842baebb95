import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { cursorTime, isBeyond, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import { vehicleTitle } from '../vehicle-fields.ts';
import type { ConvertersQuery, ConverterView } from './converters-list.ts';

const PAGE_SIZE = 25;

export interface ConverterSale {
  buyer: string;
  buyerLicense: string | null;
  /** A key of `payments`. */
  payment: string;
  paymentReference: string;
  /** Dollars and cents. */
  amount: string;
  isTitleCopied: boolean;
}

export interface Converter {
  id: string;
  /** Null for a loose one. */
  car: { id: string; name: string } | null;
  origin: string | null;
  count: number;
  serial: string | null;
  place: string | null;
  removedOn: string;
  removedBy: string;
  /** Null if it was not sold. */
  soldOn: string | null;
  /** Null if it was not sold, and for people who may not see purchases. */
  sale: ConverterSale | null;
}

interface ConverterRow extends Omit<Converter, 'car' | 'sale'>, Partial<ConverterSale> {
  vehicleId: string | null;
  stockNumber: string | null;
  year: number | null;
  make: string | null;
  model: string | null;
  cursor_time: string;
}

const selected = sql`
  converter.id, vehicle_id as "vehicleId", stock_number as "stockNumber", year, make, model, origin, count, serial,
  converter.place, removed_on::text as "removedOn", removed_by as "removedBy", sold_on::text as "soldOn",
  buyer, buyer_license as "buyerLicense", payment, payment_reference as "paymentReference", amount::text,
  title_copied as "isTitleCopied", ${cursorTime('converter.created_at')} as cursor_time
  from yard_converters as converter
  left join yard_vehicles as vehicle on vehicle.id = vehicle_id
  left join yard_converter_sales as sale on sale.converter_id = converter.id`;

/** Reads the converters of a car. */
export async function readConverters(transaction: Transaction<DB>, vehicleId: string): Promise<Converter[]> {
  const { rows } = await sql<ConverterRow>`
    select ${selected} where vehicle_id = ${vehicleId}
    order by removed_on, converter.created_at`.execute(transaction);
  return rows.map(fromRow);
}

const conditions: Record<ConverterView, RawBuilder<boolean>> = {
  here: sql`converter.sold_on is null`,
  sold: sql`converter.sold_on is not null`,
  all: sql`true`,
};

/** Lists one page of a view, newest first. Searches by serial, stock number of the car, and the beginning of the buyer's name. */
export async function listConverters(
  transaction: Transaction<DB>,
  query: ConvertersQuery,
): Promise<ListPage<Converter>> {
  const start = readStart(query, ...timePlace);
  const direction = start.backwards ? 'asc' : 'desc';
  const { rows } = await sql<ConverterRow>`
    select ${selected}
    where ${conditions[query.view]} and ${isFound(query.q)}
      and ${isBeyond(start.place, direction, ['converter.created_at', 'converter.id'])}
    order by converter.created_at ${sql.raw(direction)}, converter.id ${sql.raw(direction)}
    limit ${PAGE_SIZE + 1}`.execute(transaction);
  const page = cutPage(rows, start, PAGE_SIZE, (row) => [row.cursor_time, row.id]);
  return { ...page, rows: page.rows.map(fromRow) };
}

function isFound(q: string): RawBuilder<boolean> {
  if (q === '') return sql`true`;
  const beginning = `${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(upper(serial) = ${q.toUpperCase()} or stock_key = oem_number_key(${q})
    or lower(buyer) like ${beginning})`;
}

/** Lists up to 200 buyers by name. People who may not see purchases get none. */
export async function listBuyers(transaction: Transaction<DB>): Promise<string[]> {
  const rows = await transaction
    .selectFrom('yard_converter_sales')
    .select(sql<string>`min(buyer)`.as('buyer'))
    .groupBy(sql`lower(buyer)`)
    .orderBy(sql`lower(buyer)`)
    .limit(200)
    .execute();
  return rows.map(({ buyer }) => buyer);
}

function fromRow(row: ConverterRow): Converter {
  const { vehicleId, stockNumber, year, make, model, cursor_time: _, ...converter } = row;
  const {
    buyer,
    buyerLicense = null,
    payment,
    paymentReference,
    amount,
    isTitleCopied,
    ...facts
  } = converter;
  return {
    ...facts,
    car:
      vehicleId === null
        ? null
        : {
            id: vehicleId,
            name: [stockNumber, vehicleTitle({ year, make, model })].filter(Boolean).join(', '),
          },
    sale:
      buyer && payment && paymentReference && amount
        ? { buyer, buyerLicense, payment, paymentReference, amount, isTitleCopied: isTitleCopied === true }
        : null,
  };
}
