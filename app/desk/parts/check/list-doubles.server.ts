import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { type CheckedRow, checkedParts } from './list-gaps.server.ts';

/** Parts that are read at a time by the index of numbers. */
const STEP = 20_000;

/** Maximum steps of one request. The next page goes on. */
const MAX_STEPS = 5;

const MAX_GROUPS = 10;

/** Maximum parts that are listed of a group. */
const MAX_LISTED = 10;

interface Place {
  number: string;
  make: string;
  model: string;
  year: number;
}

interface Group extends Place {
  condition: string;
  ids: string[];
  parts: string;
}

interface Step {
  groups: Group[];
  /** Last number and vehicle that were compared. */
  end: Place | null;
  isLast: boolean;
}

/**
 * Lists parts with the same OEM number, vehicle and condition. Reads the index in steps, so that a catalog without duplicates
 * takes no longer than `MAX_STEPS` for a page, which may then be empty.
 */
export async function listDoubles(transaction: Transaction<DB>, after: string | null) {
  let from = readPlace(after);
  const groups: Group[] = [];
  let isLast = false;
  for (let step = 0; step < MAX_STEPS && !isLast && groups.length < MAX_GROUPS; step += 1) {
    const found = await compareStep(transaction, from);
    groups.push(...found.groups);
    from = found.end ?? from;
    ({ isLast } = found);
  }
  const shown = firstGroups(groups);
  const cut = shown.length < groups.length ? shown.at(-1) : undefined;
  const end = cut ?? (isLast ? undefined : from);
  const parts = await readParts(
    transaction,
    shown.flatMap(({ ids }) => ids),
  );
  return {
    groups: shown.map(({ ids, parts: count, number, condition }) => ({
      number,
      condition,
      count: Number(count),
      parts: ids.flatMap((id) => parts.get(id) ?? []),
    })),
    next: end ? writePlace(end) : null,
  };
}

/** Keeps all groups of a place on one page, because the next page begins after the place. */
function firstGroups(groups: readonly Group[]): Group[] {
  const last = groups[MAX_GROUPS - 1];
  return last ? groups.filter((group, index) => index < MAX_GROUPS || isSamePlace(group, last)) : [...groups];
}

function isSamePlace(one: Place, other: Place): boolean {
  return writePlace(one) === writePlace(other);
}

async function compareStep(transaction: Transaction<DB>, from: Place | undefined): Promise<Step> {
  const after = from
    ? sql`and (oem_number_key(oem_number), vehicle_make, vehicle_model, vehicle_year)
        > (${from.number}, ${from.make}, ${from.model}, ${from.year}::integer)`
    : sql``;
  const { rows } = await sql<{ groups: Group[]; end: Place | null; is_last: boolean }>`
    with read as materialized (
      select oem_number_key(oem_number) as number, vehicle_make as make, vehicle_model as model, vehicle_year as year,
        coalesce(part_type, '') as condition, id,
        dense_rank() over (order by oem_number_key(oem_number), vehicle_make, vehicle_model, vehicle_year) as place
      from parts_catalog
      where oem_number_key(oem_number) is not null and vehicle_make is not null and vehicle_model is not null
        and vehicle_year is not null ${after}
      order by oem_number_key(oem_number), vehicle_make, vehicle_model, vehicle_year limit ${STEP}
    ),
    size as (select count(*) = ${STEP} as is_full from read),
    -- Of a full step, the last vehicle may go on in the next one.
    compared as (
      select read.* from read, size, (select max(place) as place from read) as last
      where not is_full or last.place = 1 or read.place < last.place
    ),
    doubles as (
      select number, make, model, year, condition, (array_agg(id order by id))[1:${sql.lit(MAX_LISTED)}] as ids,
        count(*)::text as parts
      from compared group by number, make, model, year, condition
      having count(*) > 1 and comparable_number(number) is not null
    )
    select
      (select coalesce(jsonb_agg(to_jsonb(doubles) order by number, make, model, year, condition), '[]') from doubles)
        as groups,
      (select to_jsonb(last) from (
        select number, make, model, year from compared order by number desc, make desc, model desc, year desc limit 1
      ) as last) as "end",
      not is_full as is_last
    from size`.execute(transaction);
  const [{ groups, end, is_last: isLast }] = rows as [(typeof rows)[number]];
  return { groups, end, isLast };
}

async function readParts(transaction: Transaction<DB>, ids: string[]): Promise<Map<string, CheckedRow>> {
  const rows = await checkedParts(transaction)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function writePlace({ number, make, model, year }: Place): string {
  return Buffer.from(JSON.stringify([number, make, model, year])).toString('base64url');
}

/** Undefined means from the beginning. */
function readPlace(sent: string | null): Place | undefined {
  if (!sent || sent.length > 2_000) return undefined;
  try {
    const [number, make, model, year] = JSON.parse(Buffer.from(sent, 'base64url').toString()) as unknown[];
    const isRead =
      [number, make, model].every((text) => typeof text === 'string' && !text.includes('\0')) &&
      Number.isInteger(year) &&
      Math.abs(Number(year)) <= 9_999;
    return isRead ? ({ number, make, model, year } as Place) : undefined;
  } catch {
    return undefined;
  }
}
