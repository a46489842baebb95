import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { RunAsPerson } from '#core/accounts/only-staff.server.ts';
import { findListed, type ListedSearch } from '#core/part-changes/find-listed.server.ts';
import { countPartsFilters } from '#core/part-changes/parts-address.ts';

/** Selects all parts, or those that the admin's list finds. */
export type ExportSelection = ListedSearch;

const PAGE_SIZE = 2_000;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

function isEverything({ q, filters }: ExportSelection): boolean {
  return q === '' && countPartsFilters(filters) === 0;
}

/** Counts the parts of a selection. */
export async function countExport(transaction: Transaction<DB>, selection: ExportSelection): Promise<number> {
  const { total } = await findPage(transaction, selection, undefined, 0);
  return total;
}

/** Yields ids in short transactions: all parts by id, found ones by name. */
export async function* findExport(
  run: RunAsPerson,
  selection: ExportSelection,
  pageSize = PAGE_SIZE,
): AsyncGenerator<string[]> {
  if (isEverything(selection)) yield* findAll(run, pageSize);
  else yield* findMatching(run, selection, pageSize);
}

/** Reads by id, so that a renamed part is neither missing nor there twice. */
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
    const page = await run((transaction) => findPage(transaction, selection, after, pageSize));
    if (page.ids.length > 0) yield page.ids;
    if (page.ids.length < pageSize || !page.last) return;
    after = page.last;
  }
}

async function findPage(
  transaction: Transaction<DB>,
  selection: ExportSelection,
  from: Place | undefined,
  count: number,
) {
  const page = await findListed(transaction, {
    ...selection,
    withCars: true,
    order: 'name',
    descending: false,
    from,
    count,
  });
  const last = await transaction
    .selectFrom('parts_catalog')
    .select(['id', 'part_name as name'])
    .where('id', '=', page.ids.at(-1) ?? LOWEST_ID)
    .executeTakeFirst();
  return { ...page, last };
}
