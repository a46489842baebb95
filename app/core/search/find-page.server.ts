import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { fitRules, type PartSort } from '#core/catalog/catalog-query.ts';
import { CONFLICT_PLACE } from '#core/fitment/fit-levels.ts';
import type { VehicleFits } from '#core/fitment/vehicle-fits.server.ts';
import type { PartCursor } from '#core/platform/cursor.server.ts';
import { type FoundPart, placeOf } from './page-cursor.server.ts';
import { allTrue, isMatch } from './conditions.server.ts';
import { fromParts, isFound, type PartsCondition } from './text-search.server.ts';

interface Asked {
  sort: PartSort;
  limit: number;
  after?: PartCursor | undefined;
}

/** Sorts parts without a mileage last. */
const UNKNOWN_MILEAGE = 10_000_000;

/** This many parts are tried in the order of an index, before all found parts are collected and sorted. */
const TRIED = 1_000;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Finds the parts of a page in their order, and one more if there is a next page. A frequent search fills its page with the
 * first of the next 1,000 parts in the order. A rare one finds few parts to sort. Neither depends on PostgreSQL's estimate of
 * a search.
 */
export async function findPage(
  database: Kysely<DB>,
  condition: PartsCondition,
  asked: Asked,
): Promise<FoundPart[]> {
  const sorted = asked.sort === 'best' ? inBestOrder(condition, asked) : inOrderOfSort(condition, asked);
  for (const statement of sorted) {
    const { rows } = await statement.query.execute(database);
    if (rows.length > asked.limit || statement.isLast) return rows;
  }
  return [];
}

interface Statement {
  query: RawBuilder<FoundPart>;
  isLast: boolean;
}

/** Sorts by a first column, then by the name if it has one, then by the id. All descend, or none. */
interface Order {
  first?: {
    /** Column or expression of an index of parts_catalog. */
    table: RawBuilder<unknown>;
    /** Column of search_parts with the same order. */
    found: RawBuilder<unknown>;
    /** Value to compare `table` and `found` with, after a cursor with this number. */
    tableValue: (number: string) => RawBuilder<unknown>;
    foundValue: (number: string) => RawBuilder<unknown>;
    /** Number of a cursor after a part. */
    number: RawBuilder<unknown>;
  };
  hasName: boolean;
  descends: boolean;
}

const byPrice: Order['first'] = {
  table: sql`coalesce(price, 0)`,
  found: sql`s.price_cents`,
  tableValue: (number) => sql`${number}::numeric`,
  foundValue: (number) => sql`${number}::numeric * 100`,
  number: sql`(s.price_cents / 100.0)::numeric(12, 2)`,
};
const miles = sql`coalesce(s.mileage, ${sql.lit(UNKNOWN_MILEAGE)})`;

const orders: Record<Exclude<PartSort, 'best'>, Order> = {
  name: { hasName: true, descends: false },
  price_asc: { first: byPrice, hasName: true, descends: false },
  price_desc: { first: byPrice, hasName: true, descends: true },
  newest: {
    first: {
      table: sql`search_added_at(created_at)`,
      found: sql`s.added_at`,
      tableValue: timeOf,
      foundValue: timeOf,
      number: sql`(extract(epoch from s.added_at) * 1000000)::bigint`,
    },
    hasName: false,
    descends: true,
  },
  mileage: {
    first: {
      table: sql`mileage`,
      found: miles,
      tableValue: (number) => sql`${mileageOf(number)}::integer`,
      foundValue: (number) => sql`${mileageOf(number)}::integer`,
      number: miles,
    },
    hasName: false,
    descends: false,
  },
};

/** Returns a time that is exact to the microsecond. */
function timeOf(micros: string): RawBuilder<unknown> {
  const whole = BigInt(micros.split('.')[0] ?? '0');
  const bounded = whole > 4_000_000_000_000_000n ? 4_000_000_000_000_000n : whole;
  return sql`(timestamptz '1970-01-01 00:00:00Z' + ${String(bounded)}::bigint * interval '1 microsecond')`;
}

function mileageOf(number: string): number {
  return Math.min(Math.floor(Number(number)), UNKNOWN_MILEAGE);
}

function* inOrderOfSort(condition: PartsCondition, { sort, limit, after }: Asked): Generator<Statement> {
  if (sort === 'best') return;
  const { first, hasName, descends } = orders[sort];
  const { number: cursor = '0', name = '', id = LOWEST_ID } = after ?? {};
  const keys = <T>(own: T, ofName: T, ofId: T) => [
    ...(first ? [own] : []),
    ...(hasName ? [ofName] : []),
    ofId,
  ];
  const inOrder = (columns: RawBuilder<unknown>[]) =>
    sql.join(columns.map((column) => sql`${column} ${descends ? sql`desc` : sql`asc`}`));
  const isAfter = (columns: RawBuilder<unknown>[], own: RawBuilder<unknown> | undefined) =>
    after === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${sql.join(columns)}) ${descends ? sql`<` : sql`>`}
          (${sql.join(keys(own ?? sql`null`, sql`${name}`, sql`${id}::uuid`))})`;
  const ofSearch = keys(first?.found ?? sql`null`, sql`s.part_name`, sql`s.part_id`);
  const found = sql`s.part_id as id, s.part_name as name, (${first?.number ?? sql`0`})::text as number`;
  if (!condition.isFew) {
    const ofTable = keys(first?.table ?? sql`null`, sql`part_name`, sql`id`);
    const next = sql`select id, part_name, ${first?.table ?? sql`null`} as own from parts_catalog
      where ${isAfter(ofTable, first?.tableValue(cursor))} ${sort === 'mileage' ? sql`and mileage is not null` : sql``}
      order by ${inOrder(ofTable)} limit ${TRIED}`;
    yield {
      isLast: false,
      query: sql<FoundPart>`
        select ${found} from ${walk(next)} where ${isFound(condition)}
        order by ${inOrder(keys(sql`next.own`, sql`next.part_name`, sql`next.id`))} limit ${limit + 1}`,
    };
  }
  yield {
    isLast: true,
    query: sql<FoundPart>`
      with found as materialized (
        select s.part_id, s.part_name, s.price_cents, s.added_at, s.mileage from ${fromParts(condition)}
        where ${isFound(condition)} and ${isAfter(ofSearch, first?.foundValue(cursor))}
      )
      select ${found} from found as s order by ${inOrder(ofSearch)} limit ${limit + 1}`,
  };
}

/**
 * Runs one lookup for each part, in the order of the catalog's index, until the page is full. PostgreSQL may not begin with
 * the parts that match.
 */
function walk(next: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${next}) as next
    cross join lateral (select * from search_parts where part_id = next.id offset 0) as s`;
}

/** Sorts the best match first. Parts in stock come first within a level. */
function* inBestOrder(condition: PartsCondition, { limit, after }: Asked): Generator<Statement> {
  const from = { place: after ? placeOf(after) : 0, id: after?.id ?? LOWEST_ID };
  if (condition.fits) {
    yield { isLast: true, query: byFit(condition, condition.fits, from, limit + 1) };
    return;
  }
  const levels = toBranches(condition, from, limit + 1);
  const walked = walkFirstLevel(condition, levels, from, limit + 1);
  if (walked) yield { isLast: false, query: walked };
  yield { isLast: true, query: inTurn(levels, levels.branches, limit + 1) };
}

interface From {
  place: number;
  id: string;
}

/**
 * Sorts by the evidence that a part fits, then parts of the vehicle's years first, those in stock, and the best match. A text
 * that is only somewhere in a part counts less than all of these. Few parts fit a vehicle, so each gets the first level that it
 * meets.
 */
function byFit(
  condition: PartsCondition,
  { years }: VehicleFits,
  from: From,
  limit: number,
): RawBuilder<FoundPart> {
  const { levels, needsFit } = condition;
  const ranks = CONFLICT_PLACE + 1;
  const tests = levels.map((level, index) => {
    const place = index + (level.isWide ? 4 * ranks * levels.length : 0);
    return sql`when ${isMatch(level, { needsFit })} then ${sql.lit(place)}`;
  });
  const isOtherYear = sql`coalesce(s.vehicle_year <> all(${years}::integer[]), true)::integer`;
  return sql<FoundPart>`
    select id, '' as name, place::text as number
    from (
      select s.part_id as id, case ${sql.join(tests, sql` `)} end + ${sql.lit(levels.length)} * (
          (not s.is_available)::integer + 2 * ${isOtherYear} + 4 * coalesce(s.place, ${sql.lit(fitRules.length + 1)})
        ) as place
      from ${fromParts(condition)} where ${isFound(condition)}
    ) as found
    where (place, id) > (${from.place}::integer, ${from.id}::uuid) order by place, id limit ${limit}`;
}

interface Levels {
  /** The tsqueries of the levels, each sent once. */
  queries: RawBuilder<unknown>;
  /** Condition of each level with the filters. Excludes the parts of the levels before. */
  conditions: RawBuilder<SqlBool>[];
  /** Parts of each level from the cursor on. Undefined for levels before the cursor. */
  branches: (RawBuilder<unknown> | undefined)[];
}

function toBranches(condition: PartsCondition, from: From, limit: number): Levels {
  const { levels, query, columns } = condition;
  const simple = levels.map((level) => (level.pieces.length === 0 ? level.query : null));
  const queries = simple.flatMap((each, index) =>
    each === null ? [] : [sql`${each}::tsquery as ${sql.ref(`level${index}`)}`],
  );
  const matches = levels.map((level, index) =>
    simple[index] === null
      ? isMatch(level)
      : sql<SqlBool>`s.doc @@ (select ${sql.ref(`level${index}`)} from queries)`,
  );
  const conditions = matches.map((match, index) =>
    allTrue([
      ...(query === null ? [] : [sql<SqlBool>`s.doc @@ (select filter from queries)`]),
      match,
      ...columns,
      ...matches.slice(0, index).map((earlier) => sql<SqlBool>`not ${earlier}`),
    ]),
  );
  return {
    queries: sql.join([sql`${query}::tsquery as filter`, ...queries]),
    conditions,
    branches: conditions.map((isOfBranch, index) => {
      if (2 * index + 1 < from.place) return undefined;
      const place = sql`${sql.lit(2 * index)} + (not s.is_available)::integer`;
      return sql`
        select s.part_id as id, '' as name, (${place})::text as number from ${fromParts(condition)}
        where ${isOfBranch} and (${place}, s.part_id) > (${from.place}::integer, ${from.id}::uuid)
        order by s.is_available desc, s.part_id limit ${limit}`;
    }),
  };
}

/** Runs the branches one after the other, until the page is full. */
function inTurn({ queries }: Levels, branches: Levels['branches'], limit: number): RawBuilder<FoundPart> {
  const each = branches.flatMap((branch) => (branch ? [sql`(${branch})`] : []));
  return sql<FoundPart>`
    with queries as materialized (select ${queries})
    select * from (${sql.join(each, sql` union all `)}) as found limit ${limit}`;
}

/**
 * Finds parts with a number, which are few, and the next parts of the first other level. Returns null where this can't fill a
 * page.
 */
function walkFirstLevel(
  { levels, isFew }: PartsCondition,
  { queries, conditions, branches }: Levels,
  from: From,
  limit: number,
): RawBuilder<FoundPart> | null {
  const first = levels.findIndex(({ isRare }) => !isRare);
  const place = Math.max(from.place, 2 * first);
  if (isFew || first < 0 || place > 2 * first + 1 || levels[first]?.pieces.length !== 0) return null;
  const isInStock = place === 2 * first;
  const next = sql`select id from parts_catalog
    where id > ${from.place === place ? from.id : LOWEST_ID}::uuid ${isInStock ? sql`and stock_quantity > 0` : sql``}
    order by id limit ${TRIED}`;
  const walked = sql`
    select s.part_id as id, '' as name, ${String(place)} as number from ${walk(next)}
    where s.is_available = ${isInStock}::boolean and ${conditions[first]} order by next.id limit ${limit}`;
  return inTurn({ queries, conditions, branches }, [...branches.slice(0, first), walked], limit);
}
