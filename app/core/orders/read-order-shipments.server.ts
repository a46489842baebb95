import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { findTrackingAddress } from './carrier.ts';
import { nameActor, readStaffNames } from './read-order-story.server.ts';

export async function readShipments(transaction: Transaction<DB>, orderId: string) {
  const shipments = await transaction
    .selectFrom('shipments')
    .select([
      'id',
      'method',
      'carrier',
      'tracking',
      'collected_by',
      'shipped_at',
      'shipped_by',
      'delivered_at',
    ])
    .select(
      sql<{ name: string; quantity: number }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('name', part_name, 'quantity', shipment_lines.quantity)
          order by part_name), '[]')
        from shipment_lines join order_lines on order_lines.id = line_id where shipment_id = shipments.id
      )`.as('units'),
    )
    .select(
      sql<boolean>`exists (
        select from order_events
        where order_events.order_id = shipments.order_id and mail_id is not null
          and order_events.details ->> 'shipmentId' = shipments.id::text
      )`.as('is_mailed'),
    )
    .where('order_id', '=', orderId)
    .where('undone_at', 'is', null)
    .orderBy('shipped_at')
    .orderBy('id')
    .execute();
  const names = await readStaffNames(
    transaction,
    shipments.map(({ shipped_by: person }) => person),
  );
  return shipments.map((shipment) => ({
    id: shipment.id,
    method: shipment.method,
    carrier: shipment.carrier,
    tracking: shipment.tracking,
    page: findTrackingAddress(shipment.carrier, shipment.tracking) ?? null,
    units: shipment.units,
    isMailed: shipment.is_mailed,
    collectedBy: shipment.collected_by,
    who: nameActor(shipment.shipped_by, names),
    shippedAt: shipment.shipped_at.toISOString(),
    deliveredAt: shipment.delivered_at?.toISOString() ?? null,
  }));
}

export async function readPhotos(transaction: Transaction<DB>, orderId: string) {
  const photos = await transaction
    .selectFrom('order_photos')
    .leftJoin('order_lines', 'order_lines.id', 'order_photos.line_id')
    .select(['order_photos.id', 'part_name', 'taken_at', 'taken_by'])
    .where('order_photos.order_id', '=', orderId)
    .orderBy('taken_at')
    .execute();
  const names = await readStaffNames(
    transaction,
    photos.map(({ taken_by: person }) => person),
  );
  return photos.map((photo) => ({
    id: photo.id,
    /** Null means that it shows the whole parcel. */
    part: photo.part_name,
    who: nameActor(photo.taken_by, names),
    takenAt: photo.taken_at.toISOString(),
  }));
}
