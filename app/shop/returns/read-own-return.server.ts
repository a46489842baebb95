import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { findOrigin } from '#core/catalog/origin.ts';
import type { Settlement } from '#core/returns/return-refund.ts';
import type { ReturnKind, ReturnState } from '#core/orders/return.ts';
import { describeReturn, type ReturnTerms } from '#core/orders/return-terms.ts';
import type { Shop } from '#core/settings/shop.ts';

export interface OwnReturn {
  id: string;
  orderId: string;
  number: number;
  orderNumber: number;
  kind: ReturnKind;
  state: ReturnState;
  reason: string | null;
  details: string | null;
  claim: { installer: string | null; installedOn: string | null; mileages: [number, number] } | null;
  shopFault: boolean | null;
  sendTo: string | null;
  /** Says why units that did not arrive are no longer expected. */
  closedReason: string | null;
  /** Number of the return with the units that did not arrive. */
  rest: number | null;
  carrier: string | null;
  tracking: string | null;
  settlement: Settlement | null;
  hasFailedRefund: boolean;
  wayBack: ReturnTerms['wayBack'];
  buyerName: string | null;
  lines: {
    id: string;
    name: string;
    vehicle: string | null;
    oemNumber: string | null;
    quantity: number;
    /** Units that arrived. Null if none has arrived. */
    received: number | null;
    /** Says in which state the part has to come back. */
    required: string;
  }[];
  steps: { id: string; kind: string; at: string; note: string | null }[];
  photos: { id: string; byShop: boolean }[];
}

/** Reads a return of an order. Returns undefined if the visitor may not see it. */
export async function readOwnReturn(
  transaction: Transaction<DB>,
  { orderId, number }: { orderId: string; number: number },
  shop: Shop,
): Promise<OwnReturn | undefined> {
  const found = await transaction
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .selectAll('returns')
    .select(['orders.number as order_number', 'customer_name', 'return_terms'])
    .select(sql<string | null>`returns.installed_on::text`.as('installed_day'))
    .leftJoin('returns as rest', 'rest.rest_of', 'returns.id')
    .select('rest.number as rest_number')
    .leftJoin('refunds', 'refunds.id', 'returns.refund_id')
    .select('refunds.state as refund_state')
    .where('returns.number', '=', String(number))
    .where('returns.order_id', '=', orderId)
    .executeTakeFirst();
  if (!found) return undefined;
  const { id } = found;
  const lines = await transaction
    .selectFrom('return_lines')
    .innerJoin('order_lines', 'order_lines.id', 'line_id')
    .select(['line_id', 'part_name', 'vehicle', 'oem_number', 'part_type', 'origin', 'return_lines.quantity'])
    .select('received')
    .where('return_id', '=', id)
    .orderBy('part_name')
    .execute();
  const steps = await transaction
    .selectFrom('return_events')
    .select(['id', 'kind', 'at', 'note'])
    .where('return_id', '=', id)
    .orderBy('id')
    .execute();
  const photos = await transaction
    .selectFrom('return_photos')
    .select(['id', 'by_shop'])
    .where('return_id', '=', id)
    .orderBy('added_at')
    .execute();
  const terms = (found.return_terms as ReturnTerms | null) ?? shop.returns;
  return {
    id,
    orderId,
    number: Number(found.number),
    orderNumber: Number(found.order_number),
    kind: found.kind as ReturnKind,
    state: found.state as ReturnState,
    reason: found.reason,
    details: found.details,
    claim:
      found.installed_mileage === null || found.failed_mileage === null
        ? null
        : {
            installer: found.installer,
            installedOn: found.installed_day,
            mileages: [found.installed_mileage, found.failed_mileage],
          },
    shopFault: found.shop_fault,
    sendTo: found.send_to,
    closedReason: found.closed_reason,
    rest: found.rest_number === null ? null : Number(found.rest_number),
    carrier: found.carrier,
    tracking: found.tracking,
    settlement: found.settlement as Settlement | null,
    hasFailedRefund: found.refund_state === 'failed',
    wayBack: terms.wayBack,
    buyerName: found.customer_name,
    lines: lines.map((line) => ({
      id: line.line_id,
      name: line.part_name,
      vehicle: line.vehicle,
      oemNumber: line.oem_number,
      quantity: line.quantity,
      received: line.received,
      required: describeReturn(findOrigin({ origin: line.origin, condition: line.part_type })),
    })),
    steps: steps.map((step) => ({
      id: step.id,
      kind: step.kind,
      at: step.at.toISOString(),
      note: step.note,
    })),
    photos: photos.map((photo) => ({ id: photo.id, byShop: photo.by_shop })),
  };
}

/** Cancels a return for the order's buyer. Returns false if it could not be canceled. */
export async function cancelOwnReturn(transaction: Transaction<DB>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('returns')
    .set({ state: 'canceled' })
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'approved'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
