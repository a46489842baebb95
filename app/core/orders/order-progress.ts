import { countToShip, type LineUnits } from './line-units.ts';

/** Tells where the parts of a paid order are. OrderStatus (app/core/orders/order.ts) tells about its money. */
export const progressLabels = {
  to_pack: 'To pack',
  packed: 'Packed',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  ready: 'Ready for pickup',
  delivered: 'Delivered',
  picked_up: 'Picked up',
  canceled: 'Canceled',
} as const;

export type Progress = keyof typeof progressLabels;

/** The shop still has work to do. */
export const openProgress: readonly Progress[] = ['to_pack', 'packed', 'partly_shipped'];

export type ProgressLine = Pick<LineUnits, 'quantity' | 'packed' | 'canceled' | 'shipped'>;

export interface ProgressFacts {
  fulfillment: 'ship' | 'pickup';
  lines: readonly ProgressLine[];
  /** True if the shop has said that the order can be picked up. */
  isReady: boolean;
  /** True if all parcels that left have arrived. */
  isDelivered: boolean;
}

/** Computes an order's progress from its units, so that actions can be done and undone in any sequence. */
export function computeProgress({ fulfillment, lines, isReady, isDelivered }: ProgressFacts): Progress {
  if (lines.every(({ quantity, canceled }) => canceled >= quantity)) return 'canceled';
  const someShipped = lines.some(({ shipped }) => shipped > 0);
  if (lines.every((line) => countToShip(line) <= 0)) {
    if (fulfillment === 'pickup') return 'picked_up';
    return isDelivered ? 'delivered' : 'shipped';
  }
  if (someShipped) return 'partly_shipped';
  if (lines.some(({ quantity, canceled, packed }) => quantity - canceled - packed > 0)) return 'to_pack';
  return fulfillment === 'pickup' && isReady ? 'ready' : 'packed';
}

const leftProgress: ReadonlySet<Progress> = new Set(['partly_shipped', 'shipped', 'delivered', 'picked_up']);

/** Tells whether a part of an order has left the shop, so that it can come back. */
export function hasLeft(progress: Progress | null): boolean {
  return progress !== null && leftProgress.has(progress);
}
