import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import {
  IMPORT_CATEGORY,
  type ImportFields,
  formatImportKey,
  proposedChanges,
} from '../files/import-fields.ts';
import { siteBase } from './crawl.ts';
import { partDescription } from '#core/catalog/part.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { ScrapingError } from '../scraping.server.ts';
import { importColumnNames, importColumnsOf, importFieldsOf } from './import-rows.server.ts';
import { advanceRow, endedWith, type StepTools } from './crawl-step.server.ts';

const BATCH_SIZE = 1_000;

interface FoundPart extends ImportFields {
  position: number;
  source_url: string;
}

interface Outcome {
  position: number;
  outcome: 'imported' | 'matched' | 'unchanged' | 'repeated';
  part_id: string | null;
}

/** Adds new parts without price or stock, as the admin who started the crawl, and records the matches of others. */
export async function importFound({ database, crawl }: Pick<StepTools, 'database' | 'crawl'>): Promise<void> {
  const { user_id: userId } = crawl;
  if (userId === null) throw new ScrapingError('The account that started the crawl no longer exists', 0);
  await database
    .as({ role: 'authenticated', userId }, async (transaction) => {
      await requireAdmin(transaction);
      // Imports run one at a time, so that each sees the parts of the others.
      await sql`select pg_advisory_xact_lock(hashtext('catalog import'))`.execute(transaction);
      const { outcomes, added } = await classifyParts(transaction, crawl.id);
      await insertParts(transaction, added, siteBase(crawl.address));
      await saveOutcomes(transaction, crawl.id, outcomes);

      const countOutcome = (outcome: Outcome['outcome']) =>
        outcomes.filter((each) => each.outcome === outcome).length;
      const counts = {
        parts_imported: added.length,
        parts_matched: countOutcome('matched'),
        parts_unchanged: countOutcome('unchanged'),
        parts_repeated: countOutcome('repeated'),
      };
      await logAdminAction(transaction, 'import_catalog', {
        resourceId: crawl.id,
        address: crawl.address,
        pages: crawl.pages_collected,
        parts_found: crawl.parts_found,
        ...counts,
      });
      // The crawl was canceled.
      if (!(await advanceRow(transaction, crawl, { ...endedWith('completed'), ...counts })))
        throw new CrawlAdvanced();
    })
    .catch((error: unknown) => {
      if (!(error instanceof CrawlAdvanced)) throw error;
    });
}

class CrawlAdvanced extends Error {}

async function requireAdmin(transaction: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{ admin: boolean }>`select is_admin() as admin`.execute(transaction);
  if (!rows[0]?.admin) throw new ScrapingError('Only admins can import into the catalog', 0);
}

/** Compares all parts with the catalog before it adds any. */
async function classifyParts(transaction: Transaction<DB>, crawlId: string) {
  const outcomes: Outcome[] = [];
  const added: (FoundPart & { id: string })[] = [];
  const keys = new Set<string>();
  for (let after = -1; ;) {
    const batch = await readFoundParts(transaction, crawlId, after);
    for (const { match, is_hidden: isHidden, ...found } of batch) {
      const key = formatImportKey(found);
      const { position } = found;
      if (keys.has(key)) {
        outcomes.push({ position, outcome: 'repeated', part_id: null });
        continue;
      }
      keys.add(key);
      if (match) {
        const changes = proposedChanges(found, match);
        outcomes.push({ position, outcome: changes.length > 0 ? 'matched' : 'unchanged', part_id: match.id });
      } else if (isHidden) {
        outcomes.push({ position, outcome: 'unchanged', part_id: null });
      } else {
        const id = randomUUID();
        added.push({ ...found, id });
        outcomes.push({ position, outcome: 'imported', part_id: id });
      }
    }
    const last = batch.at(-1);
    if (!last) return { outcomes, added };
    after = last.position;
  }
}

/**
 * Reads found parts with their matches. A match has the same number, brand and vehicle as far as found, or comes from an
 * earlier import of the same data. A hidden part with the same number, brand and vehicle stays as it is.
 */
async function readFoundParts(transaction: Transaction<DB>, crawlId: string, after: number) {
  const { rows } = await sql<
    FoundPart & { match: (ImportFields & { id: string }) | null; is_hidden: boolean }
  >`
    select found.position, found.source_url, ${importColumnsOf('found')}, match.part as match,
      exists (
        select from hidden_parts as hidden
        where oem_number_key(hidden.oem_number) = oem_number_key(found.oem_number)
          and lower(hidden.brand) is not distinct from lower(found.brand)
          and lower(hidden.vehicle_make) is not distinct from lower(found.vehicle_make)
          and lower(hidden.vehicle_model) is not distinct from lower(found.vehicle_model)
          and hidden.vehicle_year is not distinct from found.vehicle_year
      ) as is_hidden
    from (
      select * from catalog_crawl_parts where crawl_id = ${crawlId} and position > ${after}
      order by position limit ${BATCH_SIZE}
    ) as found
    left join lateral (
      select ${importFieldsOf('parts_catalog', 'id')} as part
      from parts_catalog
      where id in (
        select same.id from parts_catalog as same
        where oem_number_key(same.oem_number) = oem_number_key(found.oem_number)
          and (found.brand is null or lower(same.brand) = lower(found.brand))
          and (found.vehicle_make is null or lower(same.vehicle_make) = lower(found.vehicle_make))
          and (found.vehicle_model is null or lower(same.vehicle_model) = lower(found.vehicle_model))
          and (found.vehicle_year is null or same.vehicle_year = found.vehicle_year)
        union all
        select earlier.part_id from catalog_crawl_parts as earlier
        where earlier.part_id is not null and earlier.outcome = 'imported'
          and oem_number_key(earlier.oem_number) = oem_number_key(found.oem_number)
          and lower(earlier.brand) is not distinct from lower(found.brand)
          and lower(earlier.vehicle_make) is not distinct from lower(found.vehicle_make)
          and lower(earlier.vehicle_model) is not distinct from lower(found.vehicle_model)
          and earlier.vehicle_year is not distinct from found.vehicle_year
      )
      order by part_name <> found.part_name, num_nonnulls(vehicle_make, vehicle_model, vehicle_year), id
      limit 1
    ) as match on true
    order by found.position`.execute(transaction);
  return rows;
}

/** Adds parts of a site, and the pages that they were found on. Only staff see the pages. */
async function insertParts(
  transaction: Transaction<DB>,
  added: readonly (FoundPart & { id: string })[],
  site: string,
): Promise<void> {
  for (let start = 0; start < added.length; start += BATCH_SIZE) {
    const rows = JSON.stringify(added.slice(start, start + BATCH_SIZE).map(withDefaults));
    await sql`
      insert into parts_catalog (id, source_url, ${importColumnNames})
      select id, ${site}, ${importColumnNames}
      from json_populate_recordset(null::parts_catalog, ${rows}::json)`.execute(transaction);
    await sql`
      insert into part_private_facts (part_id, source_page)
      select id, source_url from json_to_recordset(${rows}::json) as found (id uuid, source_url text)`.execute(
      transaction,
    );
  }
}

function withDefaults<T extends FoundPart>(found: T): T {
  const { part_name: name, brand, description } = found;
  return {
    ...found,
    category: found.category ?? IMPORT_CATEGORY,
    description: partDescription({ name, brand, description }),
  };
}

async function saveOutcomes(
  transaction: Transaction<DB>,
  crawlId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  for (let start = 0; start < outcomes.length; start += BATCH_SIZE) {
    await sql`
      update catalog_crawl_parts as found set outcome = saved.outcome, part_id = saved.part_id
      from json_to_recordset(${JSON.stringify(outcomes.slice(start, start + BATCH_SIZE))}::json)
        as saved (position int, outcome text, part_id uuid)
      where found.crawl_id = ${crawlId} and found.position = saved.position`.execute(transaction);
  }
}
