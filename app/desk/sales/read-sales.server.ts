import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { type MissedSearch, readMissedSearches } from '#core/sales/read-missed-searches.server.ts';
import { periodIn, readDays, type SalesDays } from '#core/sales/read-days.server.ts';
import type { DaySales } from '#core/sales/sales-figures.ts';

const MAX_LISTED = 25;

/** Looks for parts that run low among so many best sellers. */
const MAX_SELLERS = 1_000;

export interface SoldPart {
  id: string;
  name: string;
  units: number;
  cents: number;
  /** Units that can be bought now. Null if the part is deleted. */
  stock: number | null;
}

export interface Sales {
  days: DaySales[];
  parts: SoldPart[];
  lowParts: SoldPart[];
  categories: { name: string | null; units: number; cents: number }[];
  missedSearches: MissedSearch[];
  oldParts: { id: string; name: string; stock: number; price: string | null; since: string }[];
}

interface ReadSales extends SalesDays {
  lowStock: number;
}

export async function readSales(transaction: Transaction<DB>, options: ReadSales): Promise<Sales> {
  // A year has more parts than the default holds in memory.
  await sql`set local work_mem = '64MB'`.execute(transaction);
  return {
    days: await readDays(transaction, options),
    parts: await readBestSellers(transaction, options),
    lowParts: await readLowSellers(transaction, options),
    categories: await readCategories(transaction, options),
    missedSearches: await readMissedSearches(transaction, options, MAX_LISTED),
    oldParts: await readOldParts(transaction, options),
  };
}

interface SoldRow {
  part_id: string;
  name: string;
  pieces: string;
  cents: string;
  stock: number | null;
}

async function readBestSellers(transaction: Transaction<DB>, options: ReadSales): Promise<SoldPart[]> {
  return readSellers(
    transaction,
    options,
    'cents',
    (sellers, bound) => sql<FoundSeller>`
    with ${sellers}, best as (select * from sellers order by cents desc, part_id limit ${MAX_LISTED})
    select part_id, pieces, cents, coalesce(part.part_name, (
        select line.part_name from sales_lines as sale join order_lines as line on line.id = sale.line_id
        where sale.part_id = best.part_id order by sale.paid_at desc limit 1
      )) as name, part.stock_quantity - part.stock_held as stock, ${bound} as bound
    from best left join parts_catalog as part on part.id = part_id
    order by cents desc, part_id`,
  );
}

async function readLowSellers(transaction: Transaction<DB>, options: ReadSales): Promise<SoldPart[]> {
  return readSellers(
    transaction,
    options,
    'pieces',
    (sellers, bound) => sql<FoundSeller>`
    with ${sellers}, best as (
      select * from sellers where pieces > 1 order by pieces desc, cents desc, part_id limit ${MAX_SELLERS}
    )
    select part_id, pieces, cents, part_name as name, stock_quantity - stock_held as stock, ${bound} as bound
    from best join parts_catalog as part on part.id = part_id
    where stock_quantity - stock_held <= ${options.lowStock}
    order by pieces desc, cents desc, part_id limit ${MAX_LISTED}`,
  );
}

type Amount = 'cents' | 'pieces';

interface FoundSeller extends SoldRow {
  /** No part that was not looked at has more. Null means that all were looked at. */
  bound: string | null;
}

/**
 * Finds the parts with the most cents or units. In a long period, it looks first at the parts that sold most over all time,
 * because the most that others sold is known. If that does not prove the list, it adds up all lines of the period.
 */
async function readSellers(
  transaction: Transaction<DB>,
  options: ReadSales,
  by: Amount,
  select: (sellers: RawBuilder<unknown>, bound: RawBuilder<unknown>) => RawBuilder<FoundSeller>,
): Promise<SoldPart[]> {
  const days = (Date.parse(options.to) - Date.parse(options.from)) / 86_400_000;
  for (const count of days > SHORT_DAYS ? CANDIDATES : []) {
    const statement = select(sellersAmong(options, by, count), sql`(select bound from edge)`);
    const { rows } = await statement.execute(transaction);
    const last = rows.at(-1);
    if (last?.bound === null || (rows.length === MAX_LISTED && Number(last?.[by]) > Number(last?.bound)))
      return rows.map(toSoldPart);
  }
  const all = sql`sellers as (
    select part_id, sum(pieces) as pieces, sum(cents) as cents
    from sales_lines where ${periodIn('paid_at', options)} and part_id is not null group by part_id
  )`;
  const { rows } = await select(all, sql`null`).execute(transaction);
  return rows.map(toSoldPart);
}

/** All lines of so many days add up quickly. */
const SHORT_DAYS = 31;

/** Numbers of parts that are tried first. */
const CANDIDATES = [1_000, 8_000];

function sellersAmong(options: ReadSales, by: Amount, count: number): RawBuilder<unknown> {
  const isCandidate = by === 'pieces' ? sql`where pieces > 1` : sql``;
  return sql`candidates as materialized (
    select part_id, ${sql.ref(by)} as most from sales_parts ${isCandidate}
    order by ${sql.ref(by)} desc, part_id limit ${count}
  ), edge as (
    select case when count(*) = ${count} then min(most) end as bound from candidates
  ), sellers as (
    select part_id, sold.pieces, sold.cents from candidates cross join lateral (
      select sum(pieces) as pieces, sum(cents) as cents from sales_lines
      where sales_lines.part_id = candidates.part_id and ${periodIn('paid_at', options)}
    ) as sold
    where sold.pieces is not null
  )`;
}

function toSoldPart(row: SoldRow): SoldPart {
  return {
    id: row.part_id,
    name: row.name,
    units: Number(row.pieces),
    cents: Number(row.cents),
    stock: row.stock,
  };
}

async function readCategories(
  transaction: Transaction<DB>,
  options: ReadSales,
): Promise<Sales['categories']> {
  const { rows } = await sql<{ category: string | null; pieces: string; cents: string }>`
    select category, sum(pieces) as pieces, sum(cents) as cents
    from sales_lines where ${periodIn('paid_at', options)}
    group by category order by cents desc, category limit ${MAX_LISTED}`.execute(transaction);
  return rows.map(({ category, pieces, cents }) => ({
    name: category,
    units: Number(pieces),
    cents: Number(cents),
  }));
}

async function readOldParts(
  transaction: Transaction<DB>,
  { timeZone }: ReadSales,
): Promise<Sales['oldParts']> {
  const { rows } = await sql<Sales['oldParts'][number]>`
    select id, part_name as name, stock_quantity as stock, price,
      to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as since
    from parts_catalog where stock_quantity > 0
    order by parts_catalog.created_at, parts_catalog.id limit ${MAX_LISTED}`.execute(transaction);
  return rows;
}
