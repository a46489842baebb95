import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { RunAsPerson } from '#features/admin/only-staff.server.ts';
import type { PartsQuery } from '#features/admin/parts-address.ts';
import { countPartsFilters, toIndexFilters } from '#features/admin/parts-filters.ts';

/** All parts, or those that the admin's list finds. */
export type ExportSelection = Pick<PartsQuery, 'q' | 'filters'>;

const PAGE_SIZE = 2_000;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

function isEverything({ q, filters }: ExportSelection): boolean {
  return q === '' && countPartsFilters(filters) === 0;
}

/** The number of parts that a selection has. */
export async function countExport(transaction: Transaction<DB>, selection: ExportSelection): Promise<number> {
  const { rows } = await findPage(selection, undefined, 0).execute(transaction);
  return Number(rows[0]?.total ?? 0);
}

/** Yields ids in short transactions: of all parts by id, of found ones by name. */
export async function* findExport(
  run: RunAsPerson,
  selection: ExportSelection,
  pageSize = PAGE_SIZE,
): AsyncGenerator<string[]> {
  if (isEverything(selection)) yield* findAll(run, pageSize);
  else yield* findMatching(run, selection, pageSize);
}

/** By id, so that a part with a new name is neither missing nor there twice. */
async function* findAll(run: RunAsPerson, pageSize: number): AsyncGenerator<string[]> {
  let after = LOWEST_ID;
  for (;;) {
    const rows = await run((transaction) =>
      transaction
        .selectFrom('parts_catalog')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(pageSize)
        .execute(),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}

interface Place {
  name: string;
  id: string;
}

async function* findMatching(
  run: RunAsPerson,
  selection: ExportSelection,
  pageSize: number,
): AsyncGenerator<string[]> {
  let after: Place | undefined;
  for (;;) {
    const page = findPage(selection, after, pageSize);
    const { rows } = await run((transaction) => page.execute(transaction));
    const { part_ids: ids = [], last_name: name = null } = rows[0] ?? {};
    if (ids.length > 0) yield ids;
    const id = ids.at(-1);
    if (ids.length < pageSize || id === undefined || name === null) return;
    after = { name, id };
  }
}

function findPage(selection: ExportSelection, after: Place | undefined, size: number) {
  const { filters, others } = toIndexFilters(selection.filters);
  return sql<{ part_ids: string[]; total: string; last_name: string | null }>`
    select part_ids, total, part_name as last_name
    from admin_find_parts(
      ${selection.q}, 'name', false, ${after ? 0 : null}::numeric, ${after?.name ?? null}::text,
      ${after?.id ?? null}::uuid, ${size}, ${filters}::jsonb, ${others}::jsonb
    )
    left join parts_catalog on id = part_ids[cardinality(part_ids)]`;
}
