/** Where the parts of a paid order are. Its money is in OrderStatus (app/domain/order.ts). */
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

/** Work is left to do in the shop. */
export const openProgress: readonly Progress[] = ['to_pack', 'packed', 'partly_shipped'];

/** Pieces of a line. */
export interface LinePieces {
  quantity: number;
  /** Shipped pieces included. */
  packed: number;
  /** The buyer will not get them. */
  canceled: number;
  /** In parcels that left, or picked up. */
  shipped: number;
}

export interface ProgressFacts {
  fulfillment: 'ship' | 'pickup';
  lines: readonly LinePieces[];
  /** The shop has said that the order can be picked up. */
  isReady: boolean;
  /** All parcels that left have arrived. */
  isDelivered: boolean;
}

/** Pieces of a line that still have to leave the shop. */
export function countOpenPieces({ quantity, canceled, shipped }: LinePieces): number {
  return quantity - canceled - shipped;
}

/** Pieces of a line that still have to be packed. */
function countUnpackedPieces({ quantity, canceled, packed }: LinePieces): number {
  return quantity - canceled - packed;
}

/** Computes an order's progress from its pieces, so that actions can be done and undone in any sequence. */
export function computeProgress({ fulfillment, lines, isReady, isDelivered }: ProgressFacts): Progress {
  if (lines.every(({ quantity, canceled }) => canceled >= quantity)) return 'canceled';
  const someShipped = lines.some(({ shipped }) => shipped > 0);
  if (lines.every((line) => countOpenPieces(line) <= 0)) {
    if (fulfillment === 'pickup') return 'picked_up';
    return isDelivered ? 'delivered' : 'shipped';
  }
  if (someShipped) return 'partly_shipped';
  if (lines.some((line) => countUnpackedPieces(line) > 0)) return 'to_pack';
  return fulfillment === 'pickup' && isReady ? 'ready' : 'packed';
}

const leftProgress: ReadonlySet<Progress> = new Set(['partly_shipped', 'shipped', 'delivered', 'picked_up']);

/** Whether something of an order has left the shop, so that it can come back. */
export function hasLeft(progress: Progress | null): boolean {
  return progress !== null && leftProgress.has(progress);
}
