import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Files } from '#core/platform/files.server.ts';
import { storePhotograph } from '#core/pictures/photographs.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { addOrderEvent } from '#core/orders/order-events.server.ts';

const MAX_PHOTOS = 50;

/** Runs work in one transaction as the signed-in person. */
type AsStaff = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

interface StorePhoto {
  files: Files;
  asStaff: AsStaff;
  number: number;
  form: FormData;
}

/**
 * Stores a photograph of a packed order without its metadata. The file is written first: a crash leaves no empty row.
 * @throws {Refused}
 */
export async function storePhoto({ files, asStaff, number, form }: StorePhoto): Promise<ActionResult> {
  const lineId = form.get('line');
  const stored = await storePhotograph(files, form.get('photo'));
  if ('problem' in stored) throw new Refused(stored.problem);
  const { id, file } = stored;
  return asStaff(async (transaction) => {
    const order = await transaction
      .selectFrom('orders')
      .select('id')
      .where('number', '=', String(number))
      .where('progress', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!order) throw new Refused('this order does not exist');
    const { count } = await transaction
      .selectFrom('order_photos')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_PHOTOS) throw new Refused(`an order has at most ${MAX_PHOTOS} photographs`);
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
    return { done: true, message: 'Photo added' };
  });
}

/** Returns the content of a photograph that the person may see. */
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

/** Removes a photograph from its order. The history keeps that there was one. @throws {Refused} */
export async function removePhoto(
  transaction: Transaction<DB>,
  { number, id }: { number: number; id: string },
): Promise<ActionResult> {
  const photo = await transaction
    .deleteFrom('order_photos')
    .using('orders')
    .whereRef('orders.id', '=', 'order_id')
    .where('number', '=', String(number))
    .where('order_photos.id', '=', id)
    .returning('order_id')
    .executeTakeFirst();
  if (!photo) throw new Refused('it does not exist');
  await addOrderEvent(
    transaction,
    { id: photo.order_id },
    { kind: 'photo_removed', details: { photoId: id } },
  );
  return { done: true, message: 'Photo removed' };
}
