import { sql, type Transaction, type UpdateObject } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { siteOf } from '#core/imports/crawl/crawl.ts';
import type { Reading } from '#core/imports/crawl/crawled-parts.ts';
import { importLimits } from '#core/imports/files/import-limits.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';

interface ReviewFound {
  database: Database;
  admin: UserIdentity;
  crawlId: string;
}

/** Reads a crawl's pages in another way and remembers it by site. Returns false if it does not wait, or another runs. */
export async function changeReading({
  database,
  admin,
  crawlId,
  reading,
}: ReviewFound & { reading: Reading }): Promise<boolean> {
  return resume(database, admin, { crawlId, changes: { status: 'reading', reading } }, (transaction, site) =>
    transaction
      .insertInto('catalog_sites')
      .values({ site, reading })
      .onConflict((conflict) =>
        conflict.column('site').doUpdateSet({ reading, updated_at: sql<Date>`now()` }),
      )
      .execute(),
  );
}

/** Imports the found parts as every crawl does (Spec §4). Returns false if it does not wait, or another crawl runs. */
export async function importFoundParts({ database, admin, crawlId }: ReviewFound): Promise<boolean> {
  return resume(database, admin, { crawlId, changes: { status: 'importing' } }, (transaction, site) =>
    logAdminAction(transaction, 'import_found_parts', { resourceId: crawlId, site }),
  );
}

interface Resume {
  crawlId: string;
  changes: UpdateObject<DB, 'catalog_crawls'>;
}

/** A trigger queues the crawl's next step. */
async function resume(
  database: Database,
  admin: UserIdentity,
  { crawlId, changes }: Resume,
  work: (transaction: Transaction<DB>, site: string) => Promise<unknown>,
): Promise<boolean> {
  try {
    return await database.as(admin, async (transaction) => {
      const crawl = await transaction
        .updateTable('catalog_crawls')
        .set({ ...changes, ended_at: null, step: sql`step + 1`, next_step_at: sql`now()` })
        .where('id', '=', crawlId)
        .where('status', '=', 'found')
        .where(isNotMapped)
        // Its pages are deleted then.
        .$if(changes.status === 'reading', (query) =>
          query.where(sql<boolean>`created_at > now() - interval '3 days'`),
        )
        .returning('address')
        .executeTakeFirst();
      if (crawl) await work(transaction, siteOf(crawl.address));
      return crawl !== undefined;
    });
  } catch (error) {
    if (isOtherCrawlRunning(error)) return false;
    throw error;
  }
}

function isOtherCrawlRunning(error: unknown): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === 'catalog_crawls_one_at_a_time';
}

/** Leaves out imports of parts that came to nothing. */
const isNotMapped = sql<boolean>`not exists (
  select from part_changes where id = catalog_crawls.part_import_id and state not in ('failed', 'undone', 'discarded')
)`;

/** Columns of the import. Their names are guessed, and an admin's choice is remembered by the site. */
const columns = {
  'OEM number': 'oem_number',
  Name: 'part_name',
  Brand: 'brand',
  Category: 'category',
  Description: 'description',
  Price: 'price',
  Make: 'vehicle_make',
  Model: 'vehicle_model',
  Year: 'vehicle_year',
  Page: 'source_url',
} as const;

/** Makes the found parts the lines of an import of parts, whose columns are mapped next (docs/part-import.md). */
export async function mapFoundParts({
  database,
  admin,
  crawlId,
}: ReviewFound): Promise<{ id: string } | { error: string }> {
  return database.as(admin, async (transaction) => {
    const crawl = await transaction
      .selectFrom('catalog_crawls')
      .select(['address', 'parts_found'])
      .where('id', '=', crawlId)
      .where('status', '=', 'found')
      .where('parts_found', '>', 0)
      .where(isNotMapped)
      .forUpdate()
      .executeTakeFirst();
    if (!crawl) return { error: 'These parts were already imported, or none were found' };
    const open = await transaction
      .selectFrom('part_changes')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('kind', '=', 'file')
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(open.count) >= importLimits.waiting) {
      return { error: `${importLimits.waiting} imports of files are not finished. Please discard one first` };
    }
    const site = siteOf(crawl.address);
    const { id } = await transaction
      .insertInto('part_changes')
      .values({ supplier: site.slice(0, 100), file_name: `Found on ${site}`.slice(0, 200), file_bytes: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const cells = Object.values(columns).map((column) => sql`coalesce(${sql.ref(column)}::text, '')`);
    await sql`
      insert into part_change_lines (change_id, place, line, cells)
      select ${id}, place, place + 1, jsonb_build_array(${sql.join(cells)})
      from (
        select *, (row_number() over (order by position))::int as place
        from catalog_crawl_parts where crawl_id = ${crawlId}
      ) as found`.execute(transaction);
    await transaction
      .updateTable('part_changes')
      .set({
        state: 'mapping',
        header: JSON.stringify(Object.keys(columns)),
        filled: JSON.stringify(await countFilled(transaction, crawlId)),
        lines: crawl.parts_found,
      })
      .where('id', '=', id)
      .execute();
    await transaction
      .updateTable('catalog_crawls')
      .set({ part_import_id: id })
      .where('id', '=', crawlId)
      .execute();
    await logAdminAction(transaction, 'map_found_parts', { resourceId: crawlId, site, part_import: id });
    return { id };
  });
}

/** Counts the parts that have something in each column. */
async function countFilled(transaction: Transaction<DB>, crawlId: string): Promise<number[]> {
  const counts = Object.values(columns).map(
    (column) => sql`count(*) filter (where coalesce(${sql.ref(column)}::text, '') <> '')`,
  );
  const { rows } = await sql<{ filled: number[] }>`
    select jsonb_build_array(${sql.join(counts)}) as filled
    from catalog_crawl_parts where crawl_id = ${crawlId}`.execute(transaction);
  return rows[0]?.filled ?? [];
}
