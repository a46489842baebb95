import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readFitments, writeFitments } from '#core/catalog/fitment-list.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import { partColumns, privateColumns } from '#core/catalog/part-fields.ts';
import { changeRows } from '#core/part-changes/bulk/bulk-rows.server.ts';
import { catalogTable } from '#core/part-changes/part-table.server.ts';
import { noFacts, readPrivateFacts } from '#core/part-changes/private-facts.server.ts';
import { addFitments, storeFitments } from '#core/part-changes/save-fitments.server.ts';
import type { PlannedPart } from './plan-line.ts';
import type { ChangedValues } from './read-cells.ts';

export type StoredPart = PlannedPart;

/** Reads parts by id. `lock` locks them in the order that all processes use. */
export async function readStoredParts(
  transaction: Transaction<DB>,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, StoredPart>> {
  if (ids.length === 0) return new Map();
  const wanted = sql<boolean>`id = any (${ids}::uuid[])`;
  const parts = await transaction
    .selectFrom('parts_catalog')
    .select(['id', 'stock_held', ...partColumns])
    .where(wanted)
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
    .execute();
  const facts = await readPrivateFacts(transaction, ids);
  const fitments = await readFitmentsOf(transaction, ids);
  const pictures = await readPicturesOf(transaction, ids);
  const sources = await readSourcesOf(transaction, ids);
  return new Map(
    parts.map((part) => {
      const uploads = pictures.get(part.id) ?? [];
      const stored: StoredPart = {
        ...part,
        ...(facts.get(part.id) ?? noFacts),
        fitments: fitments.get(part.id) ?? [],
        pictures: part.image_url === null || uploads[0] === part.image_url ? uploads : [part.image_url],
        hasUploads: uploads.length > 0,
        sources: sources.get(part.id) ?? [],
      };
      return [part.id, stored];
    }),
  );
}

async function readFitmentsOf(transaction: Transaction<DB>, ids: readonly string[]) {
  const rows = await transaction
    .selectFrom('part_fitments')
    .select(['part_id', 'make', 'model', 'from_year as fromYear', 'to_year as toYear'])
    .select(['engine', 'trim', 'position', 'note'])
    .where(sql<boolean>`part_id = any (${ids}::uuid[])`)
    .execute();
  const byPart = Map.groupBy(rows, (row) => row.part_id);
  return new Map(
    [...byPart].map(([id, list]): [string, Fitment[]] => {
      const read = readFitments(writeFitments(list));
      return [id, read && 'fitments' in read ? read.fitments : list];
    }),
  );
}

async function readPicturesOf(transaction: Transaction<DB>, ids: readonly string[]) {
  const rows = await transaction
    .selectFrom('part_pictures')
    .select(['part_id', 'address'])
    .where(sql<boolean>`part_id = any (${ids}::uuid[])`)
    .where('place', 'is not', null)
    .orderBy('place')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.part_id)].map(([id, list]) => [
      id,
      list.map(({ address }) => address),
    ]),
  );
}

async function readSourcesOf(transaction: Transaction<DB>, ids: readonly string[]) {
  const rows = await transaction
    .selectFrom('part_picture_sources')
    .select(['part_id', 'source'])
    .where(sql<boolean>`part_id = any (${ids}::uuid[])`)
    .where(sql<boolean>`source ~* '^https?://'`)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.part_id)].map(([id, list]) => [id, list.map(({ source }) => source)]),
  );
}

interface ChangedPart {
  partId: string;
  after: ChangedValues;
}

const catalogNames: ReadonlySet<string> = new Set(partColumns);
const privateNames: ReadonlySet<string> = new Set(privateColumns);

function pick(values: ChangedValues, names: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** Sets the changed columns of parts, in one statement for each table. */
export async function changeParts(
  transaction: Transaction<DB>,
  changed: readonly ChangedPart[],
): Promise<void> {
  const rows = changed.map(({ partId, after }) => ({ partId, after: pick(after, catalogNames) }));
  await changeRows(
    transaction,
    rows.filter(({ after }) => Object.keys(after).length > 0),
  );
  await savePrivate(
    transaction,
    changed.filter(({ after }) => Object.keys(pick(after, privateNames)).length > 0),
  );
  await saveFitments(transaction, changed);
}

/** Adds parts with new ids. */
export async function addParts(transaction: Transaction<DB>, added: readonly ChangedPart[]): Promise<void> {
  if (added.length === 0) return;
  const names = sql.join(partColumns.map((name) => sql.ref(name)));
  const rows = JSON.stringify(added.map(({ partId: id, after }) => ({ ...pick(after, catalogNames), id })));
  await sql`
    insert into parts_catalog (id, ${names})
    select id, ${names} from jsonb_populate_recordset(null::parts_catalog, ${rows}::jsonb)`.execute(
    transaction,
  );
  await savePrivate(
    transaction,
    added.filter(({ after }) => Object.values(pick(after, privateNames)).some((value) => value !== null)),
  );
  await addFitments(
    transaction,
    added.flatMap(({ partId, after: { fitments: text } }) =>
      typeof text === 'string' ? { partId, text } : [],
    ),
  );
}

/** Saves private columns. Columns that `after` does not have stay unchanged. */
async function savePrivate(transaction: Transaction<DB>, changed: readonly ChangedPart[]): Promise<void> {
  if (changed.length === 0) return;
  const known = await readPrivateFacts(
    transaction,
    changed.map(({ partId }) => partId),
  );
  const names = privateColumns.map((name) => sql.ref(name));
  const rows = JSON.stringify(
    changed.map(({ partId, after }) => ({
      ...(known.get(partId) ?? noFacts),
      ...pick(after, privateNames),
      part_id: partId,
    })),
  );
  await sql`
    insert into part_private_facts (part_id, ${sql.join(names)})
    select part_id, ${sql.join(names)} from jsonb_populate_recordset(null::part_private_facts, ${rows}::jsonb)
    on conflict (part_id) do update set
      ${sql.join(privateColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(
    transaction,
  );
}

async function saveFitments(transaction: Transaction<DB>, changed: readonly ChangedPart[]): Promise<void> {
  for (const { partId, after } of changed) {
    const text = after['fitments'];
    if (typeof text === 'string') await storeFitments(transaction, { partId, table: catalogTable, text });
  }
}
