import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS, pictureErrors } from '#domain/picture-upload.ts';
import { reencodePicture } from '#pictures';
import type { Files } from '#services';
import type { ActionResult } from '#ui/actions/action-result.ts';
import { addOrderEvent } from '#services/order-events.server.ts';

/** In pixels. Enough to read a part number. */
const PHOTO_WIDTH = 1600;

const MAX_PHOTOS = 50;

/** Runs work in one transaction as the signed-in person. */
type AsStaff = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

interface StorePhoto {
  files: Files;
  asStaff: AsStaff;
  number: number;
  form: FormData;
}

/** Stores a photograph of a packed order without its metadata. The file is written first: a crash leaves no empty row. */
export async function storePhoto({ files, asStaff, number, form }: StorePhoto): Promise<ActionResult> {
  const upload = form.get('photo');
  const lineId = form.get('line');
  if (!(upload instanceof File) || upload.size === 0) return refuse('choose a picture');
  if (upload.size > MAX_UPLOAD_BYTES) return refuse(pictureErrors.tooManyBytes);
  const limits = { types: ['png', 'jpg', 'webp'] as const, maxPixels: MAX_UPLOAD_PIXELS };
  const stored = await reencodePicture(new Uint8Array(await upload.arrayBuffer()), limits, (picture) =>
    picture
      .autoOrient()
      .resize({ width: PHOTO_WIDTH, height: PHOTO_WIDTH, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  );
  if ('problem' in stored) return refuse(pictureErrors[stored.problem]);
  const id = randomUUID();
  const file = `photos/${id}.webp`;
  await files.put(file, stored.encoded);
  return asStaff(async (transaction) => {
    const order = await transaction
      .selectFrom('orders')
      .select('id')
      .where('number', '=', String(number))
      .where('progress', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!order) return refuse('this order does not exist');
    const { count } = await transaction
      .selectFrom('order_photos')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_PHOTOS) return refuse(`an order has at most ${MAX_PHOTOS} photographs`);
    const line =
      typeof lineId === 'string' && lineId !== ''
        ? await transaction
            .selectFrom('order_lines')
            .select('id')
            .where((where) => where.eb(where.cast<string>('id', 'text'), '=', lineId))
            .where('order_id', '=', order.id)
            .executeTakeFirst()
        : undefined;
    await transaction
      .insertInto('order_photos')
      .values({ id, order_id: order.id, line_id: line?.id ?? null, file })
      .execute();
    await addOrderEvent(transaction, order, { kind: 'photo_added', details: { photoId: id } });
    return { done: true, message: 'Photograph added' };
  });
}

function refuse(reason: string): ActionResult {
  return { done: false, message: `Error adding the photograph: ${reason}` };
}

/** The content of a photograph that the person may see. */
export async function readPhoto(
  files: Files,
  asStaff: AsStaff,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const photo = await asStaff((transaction) =>
    transaction.selectFrom('order_photos').select('file').where('id', '=', id).executeTakeFirst(),
  );
  return photo && files.get(photo.file);
}

/** Removes a photograph from its order. The story keeps that there was one. */
export async function removePhoto(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const photo = await transaction
    .deleteFrom('order_photos')
    .where('id', '=', id)
    .returning('order_id')
    .executeTakeFirst();
  if (!photo) return { done: false, message: 'Error removing the photograph: it does not exist' };
  await addOrderEvent(
    transaction,
    { id: photo.order_id },
    { kind: 'photo_removed', details: { photoId: id } },
  );
  return { done: true, message: 'Photograph removed' };
}
