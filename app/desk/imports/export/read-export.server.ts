import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import type { FilePart } from '#core/imports/cells/columns.ts';
import type { ListedPart } from './listed-part.ts';
import { partColumns, shownColumns, without } from '#core/catalog/part-fields.ts';

/** An embedded picture can be large, so the file says only that there is one. */
const image = sql<
  string | null
>`case when left(parts.image_url, 5) = 'data:' then 'data:' else parts.image_url end`;

const fitments = sql<Fitment[]>`(
  select coalesce(json_agg(json_build_object(
    'make', make, 'model', model, 'fromYear', from_year, 'toYear', to_year,
    'engine', engine, 'trim', trim, 'position', position, 'note', note
  )), '[]')
  from part_fitments where part_id = parts.id
)`;

/** Takes the uploaded pictures if the first one is the part's image_url, else that one (shownPictures in picture.ts). */
const uploaded = sql<string[]>`array(
  select address from part_pictures where part_id = parts.id and place is not null order by place
)`;

interface Pictured {
  image_url: string | null;
  uploaded: string[];
}

function picturesOf({ image_url: address, uploaded: stored }: Pictured): string[] {
  if (!address) return [];
  return stored[0] === address ? stored : [address];
}

/** Reads parts in the order of the ids. Leaves out deleted ones. */
export async function readFileParts(
  transaction: Transaction<DB>,
  ids: readonly string[],
): Promise<FilePart[]> {
  const rows = await transaction
    .selectFrom('parts_catalog as parts')
    .leftJoin('part_private_facts as facts', 'facts.part_id', 'parts.id')
    .where(sql<boolean>`parts.id = any (${ids}::uuid[])`)
    .select(['parts.id', ...without(partColumns, 'image_url').map((column) => `parts.${column}` as const)])
    .select([
      'cost_price',
      'yard_place',
      'yard_state',
      'donor_vin',
      'tested_by',
      'interchange_code',
      'donor_stock_number',
    ])
    .select([
      sql<string | null>`facts.donor_arrived_on::text`.as('donor_arrived_on'),
      image.as('image_url'),
      fitments.as('fitments'),
      uploaded.as('uploaded'),
    ])
    .execute();
  return inOrder(
    rows.map((row) => Object.assign(row, { pictures: picturesOf(row) })),
    ids,
  );
}

/** Finds parts that can be bought and whose picture eBay can show (findPictures in ebay-file.ts). Keeps their order. */
export async function findEbayParts(database: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await database
    .selectFrom('parts_catalog')
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('price', '>', '0')
    .where(sql<boolean>`stock_quantity > stock_held`)
    .where(sql<boolean>`left(image_url, 5) <> 'data:' and image_url !~* '\\.svg($|[?#])'`)
    .select('id')
    .execute();
  return inOrder(rows, ids).map(({ id }) => id);
}

/** Finds parts with a price. Keeps their order. */
export async function findPricedParts(database: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await database
    .selectFrom('parts_catalog')
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('price', '>', '0')
    .select('id')
    .execute();
  return inOrder(rows, ids).map(({ id }) => id);
}

/** Reads parts as shoppers see them. Leaves out what they do not see. */
export async function readListedParts(database: Kysely<DB>, ids: readonly string[]): Promise<ListedPart[]> {
  const rows = await database
    .selectFrom('parts_catalog as parts')
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .select([
      'id',
      ...without(shownColumns, 'stock_quantity', 'image_url'),
      sql<number>`stock_quantity - stock_held`.as('stock_quantity'),
      sql<boolean>`false`.as('all_held'),
      image.as('image_url'),
      fitments.as('fitments'),
      uploaded.as('uploaded'),
    ])
    .execute();
  return inOrder(
    rows.map((row) => Object.assign(partFromRow(row), { fitments: row.fitments, pictures: picturesOf(row) })),
    ids,
  );
}

function inOrder<Part extends { id: string }>(parts: readonly Part[], ids: readonly string[]): Part[] {
  const byId = new Map(parts.map((part) => [part.id, part]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
