import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PlannedPart } from './plan-line.ts';

/** The pictures that an import has added to a part. */
interface AddedPictures {
  ids: string[];
  addresses: ReadonlySet<string>;
  /** The image_url that they have replaced. */
  replaced: string | null;
}

interface Lines {
  importId: string;
  /** The step begins after this line. */
  from: number;
  to: number;
}

/** Reads the pictures that lines have added, by part. */
export async function readAddedPictures(
  transaction: Transaction<DB>,
  { importId, from, to }: Lines,
): Promise<Map<string, AddedPictures>> {
  const rows = await transaction
    .selectFrom('part_import_pictures as added')
    .innerJoin('part_pictures as picture', 'picture.id', 'added.picture_id')
    .select(['added.part_id', 'picture.id', 'address', 'replaced'])
    .where('import_id', '=', importId)
    .where('state', '=', 'added')
    .where('added.place', '>', from)
    .where('added.place', '<=', to)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.part_id ?? '')].map(([partId, list]) => [
      partId,
      {
        ids: list.map(({ id }) => id),
        addresses: new Set(list.map(({ address }) => address)),
        replaced: list.find(({ replaced }) => replaced !== null)?.replaced ?? null,
      },
    ]),
  );
}

/** Returns a part without these pictures. */
export function withoutPictures(part: PlannedPart, added: AddedPictures | undefined): PlannedPart {
  if (!added || part.image_url === null || !added.addresses.has(part.image_url)) return part;
  const others = part.pictures.filter((address) => !added.addresses.has(address));
  return { ...part, image_url: others[0] ?? added.replaced, pictures: others, hasUploads: others.length > 0 };
}

interface Remove extends Lines {
  pictures: ReadonlyMap<string, AddedPictures>;
  /** Ids of the parts. */
  of: ReadonlySet<string>;
}

/** Removes added pictures from parts that stay, restores the replaced ones, and forgets pictures that were not fetched yet. */
export async function removeAddedPictures(
  transaction: Transaction<DB>,
  { importId, from, to, pictures, of }: Remove,
): Promise<void> {
  await transaction
    .deleteFrom('part_import_pictures')
    .where('import_id', '=', importId)
    .where('place', '>', from)
    .where('place', '<=', to)
    .where('state', 'in', ['waiting', 'failed'])
    .execute();
  const partIds = [...of];
  const removed = partIds.flatMap((id) => pictures.get(id)?.ids ?? []);
  if (removed.length === 0) return;
  const replaced = partIds.flatMap((id) => {
    const address = pictures.get(id)?.replaced ?? null;
    return address === null ? [] : { id, address };
  });
  // Each statement waits for the one before, because its triggers must see the result.
  await sql`
    update part_pictures set place = null, removed_at = now()
    where id = any (${removed}::uuid[]) and place is not null`.execute(transaction);
  await sql`
    update part_pictures as picture set place = kept.place
    from (
      select id, row_number() over (partition by part_id order by place) as place
      from part_pictures where part_id = any (${partIds}::uuid[]) and place is not null
    ) as kept
    where picture.id = kept.id and picture.place <> kept.place`.execute(transaction);
  await sql`
    update parts_catalog as part set image_url = before.address, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as before (id uuid, address text)
    where part.id = before.id and part.image_url is null`.execute(transaction);
  await sql`delete from part_picture_sources where picture_id = any (${removed}::uuid[])`.execute(
    transaction,
  );
  await sql`
    update part_import_pictures set state = 'removed'
    where import_id = ${importId} and picture_id = any (${removed}::uuid[])`.execute(transaction);
}
