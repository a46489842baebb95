import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { CheckCounts } from './findings.ts';

const REASONS = 8;

type Counts = Omit<CheckCounts, 'commonName' | 'reasons'> & { name: string | null; named: number };

/** Counts what the check of an import has found. */
export async function readCheckCounts(transaction: Transaction<DB>, importId: string): Promise<CheckCounts> {
  // A million lines take longer than the default.
  await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
  const { rows } = await sql<Counts>`
    with plan as materialized (
      select outcome = 'add' as is_new, after ->> 'part_name' as name,
        (after ->> 'price')::numeric as price, (before ->> 'price')::numeric as old_price,
        coalesce((after ->> 'stock_quantity')::integer, 0) as stock,
        coalesce((after ->> 'hidden')::boolean, false) as is_hidden
      from part_change_lines where change_id = ${importId} and outcome in ('add', 'change')
    ), common as (
      select name, count(*)::integer as named from plan where name is not null
      group by name order by count(*) desc, name limit 1
    )
    select count(*)::integer as planned,
      count(*) filter (where is_new)::integer as added,
      count(*) filter (where is_new and price is null)::integer as unpriced,
      count(*) filter (where is_new and stock = 0)::integer as "outOfStock",
      count(*) filter (where is_new and is_hidden)::integer as hidden,
      count(*) filter (where not is_new and price > 0 and old_price > 0)::integer as repriced,
      count(*) filter (where not is_new and old_price > 0 and price / old_price between 50 and 200)::integer
        as "timesHundred",
      (select name from common) as name, coalesce((select named from common), 0) as named
    from plan`.execute(transaction);
  const { name = null, named = 0, ...counts } = rows[0] as Counts;
  return {
    ...counts,
    commonName: name === null ? null : { name: name.slice(0, 100), lines: named },
    reasons: await readReasons(transaction, importId),
  };
}

async function readReasons(transaction: Transaction<DB>, importId: string): Promise<CheckCounts['reasons']> {
  const { rows } = await sql<CheckCounts['reasons'][number]>`
    select left(reason, 200) as reason, count(*)::integer as lines
    from part_change_lines where change_id = ${importId} and outcome = 'refuse' and reason is not null
    group by reason order by count(*) desc, reason limit ${REASONS}`.execute(transaction);
  return rows;
}
