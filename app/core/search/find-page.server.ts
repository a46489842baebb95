import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { fitRules, type PartSort } from '#core/catalog/catalog-query.ts';
import { CONFLICT_PLACE } from '#core/fitment/fit-levels.ts';
import type { VehicleFits } from '#core/fitment/vehicle-fits.server.ts';
import type { PartCursor } from '#core/platform/cursor.server.ts';
import { type FoundPart, placeOf } from './page-cursor.server.ts';
import { allTrue, isMatch } from './conditions.server.ts';
import { isLead, leadColumns } from './offer-groups.server.ts';
import { fromParts, isFound, type PartsCondition } from './text-search.server.ts';

export interface Asked {
  sort: PartSort;
  limit: number;
  after?: PartCursor | undefined;
  /** True leaves out parts if the list has a better offer of the same part. */
  grouped?: boolean | undefined;
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
  const taken = { limit: asked.limit + 1, lead: asked.grouped ? isLead(condition) : null };
  const sorted =
    asked.sort === 'best' ? inBestOrder(condition, asked, taken) : inOrderOfSort(condition, asked, taken);
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

/** How many of the sorted parts a page takes, and which: null takes each. */
interface Taken {
  limit: number;
  lead: RawBuilder<SqlBool> | null;
}

/** Takes the first parts of a sorted statement. Compares offers in its order, until the page is full. */
function takeFirst(sorted: RawBuilder<unknown>, { limit, lead }: Taken): RawBuilder<FoundPart> {
  return lead === null
    ? sql<FoundPart>`select id, name, number from (${sorted}) as s limit ${limit}`
    : sql<FoundPart>`select id, name, number from (${sorted} offset 0) as own where ${lead} limit ${limit}`;
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

function* inOrderOfSort(
  condition: PartsCondition,
  { sort, after }: Asked,
  taken: Taken,
): Generator<Statement> {
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
  const columns = leadColumns(condition);
  const found = sql`s.part_id as id, s.part_name as name, (${first?.number ?? sql`0`})::text as number, ${columns}`;
  if (!condition.isFew) {
    const ofTable = keys(first?.table ?? sql`null`, sql`part_name`, sql`id`);
    const next = sql`select id, part_name, ${first?.table ?? sql`null`} as own from parts_catalog
      where ${isAfter(ofTable, first?.tableValue(cursor))} ${sort === 'mileage' ? sql`and mileage is not null` : sql``}
      order by ${inOrder(ofTable)} limit ${TRIED}`;
    yield {
      isLast: false,
      query: takeFirst(
        sql`select ${found} from ${walk(next)} where ${isFound(condition)}
          order by ${inOrder(keys(sql`next.own`, sql`next.part_name`, sql`next.id`))}`,
        taken,
      ),
    };
  }
  yield {
    isLast: true,
    query: sql<FoundPart>`
      with found as materialized (
        select s.part_name, s.added_at, s.mileage, ${columns} from ${fromParts(condition)}
        where ${isFound(condition)} and ${isAfter(ofSearch, first?.foundValue(cursor))}
      )
      ${takeFirst(sql`select ${found} from found as s order by ${inOrder(ofSearch)}`, taken)}`,
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
function* inBestOrder(condition: PartsCondition, { after }: Asked, taken: Taken): Generator<Statement> {
  const from = { place: after ? placeOf(after) : 0, id: after?.id ?? LOWEST_ID };
  if (condition.fits) {
    yield { isLast: true, query: byFit(condition, condition.fits, from, taken) };
    return;
  }
  const levels = toBranches(condition, from, taken);
  const walked = walkFirstLevel(condition, levels, from, taken);
  if (walked) yield { isLast: false, query: walked };
  yield { isLast: true, query: inTurn(levels, levels.branches, taken) };
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
  taken: Taken,
): RawBuilder<FoundPart> {
  const { levels, needsFit } = condition;
  const ranks = CONFLICT_PLACE + 1;
  const tests = levels.map((level, index) => {
    const position = index + (level.isWide ? 4 * ranks * levels.length : 0);
    return sql`when ${isMatch(level, { needsFit })} then ${sql.lit(position)}`;
  });
  const isOtherYear = sql`coalesce(s.vehicle_year <> all(${years}::integer[]), true)::integer`;
  const columns = leadColumns(condition);
  const found = sql`
    select case ${sql.join(tests, sql` `)} end + ${sql.lit(levels.length)} * (
        (not s.is_available)::integer + 2 * ${isOtherYear} + 4 * coalesce(s.place, ${sql.lit(fitRules.length + 1)})
      ) as position, ${columns}
    from ${fromParts(condition)} where ${isFound(condition)}`;
  return takeFirst(
    sql`select s.part_id as id, '' as name, s.position::text as number, ${columns} from (${found}) as s
      where (s.position, s.part_id) > (${from.place}::integer, ${from.id}::uuid) order by s.position, s.part_id`,
    taken,
  );
}

interface Levels {
  /** The tsqueries of the levels, each sent once. */
  queries: RawBuilder<unknown>;
  /** Condition of each level with the filters. Excludes the parts of the levels before. */
  conditions: RawBuilder<SqlBool>[];
  /** Parts of each level from the cursor on. Undefined for levels before the cursor. */
  branches: (RawBuilder<unknown> | undefined)[];
}

function toBranches(condition: PartsCondition, from: From, { limit, lead }: Taken): Levels {
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
        select s.part_id as id, '' as name, (${place})::text as number, ${leadColumns(condition)}
        from ${fromParts(condition)}
        where ${isOfBranch} and (${place}, s.part_id) > (${from.place}::integer, ${from.id}::uuid)
        order by s.is_available desc, s.part_id limit ${lead === null ? limit : null}`;
    }),
  };
}

/** Runs the branches one after the other, until the page is full. */
function inTurn({ queries }: Levels, branches: Levels['branches'], taken: Taken): RawBuilder<FoundPart> {
  const each = branches.flatMap((branch) => (branch ? [sql`(${branch})`] : []));
  return sql<FoundPart>`
    with queries as materialized (select ${queries})
    ${takeFirst(sql`${sql.join(each, sql` union all `)}`, taken)}`;
}

/**
 * Finds parts with a number, which are few, and the next parts of the first other level. Returns null where this can't fill a
 * page.
 */
function walkFirstLevel(
  condition: PartsCondition,
  { queries, conditions, branches }: Levels,
  from: From,
  taken: Taken,
): RawBuilder<FoundPart> | null {
  const { levels, isFew } = condition;
  const first = levels.findIndex(({ isRare }) => !isRare);
  const place = Math.max(from.place, 2 * first);
  if (isFew || first < 0 || place > 2 * first + 1 || levels[first]?.pieces.length !== 0) return null;
  const isInStock = place === 2 * first;
  const next = sql`select id from parts_catalog
    where id > ${from.place === place ? from.id : LOWEST_ID}::uuid ${isInStock ? sql`and stock_quantity > 0` : sql``}
    order by id limit ${TRIED}`;
  const walked = sql`
    select s.part_id as id, '' as name, ${String(place)} as number, ${leadColumns(condition)} from ${walk(next)}
    where s.is_available = ${isInStock}::boolean and ${conditions[first]} order by next.id`;
  return inTurn({ queries, conditions, branches }, [...branches.slice(0, first), walked], taken);
}
