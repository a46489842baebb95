import type { PaymentHappening } from './payment.ts';

/** About payment only; sending is another matter (Spec §4, Order status). */
export type OrderStatus =
  | 'pending'
  | 'completed'
  | 'canceled'
  | 'expired'
  | 'failed'
  | 'refunded'
  | 'disputed';

/** What an order's stock has to do with a step. */
export type StockStep =
  /** What was held is sold. */
  | 'sell'
  /** What was held can be bought by others again. */
  | 'release'
  /** Nothing is held any more: it is sold if it is still there, and paid back if not. */
  | 'sell-if-there'
  | 'keep';

/** Where an order goes, or undefined when it stays as it is. */
export type OrderStep = { status: OrderStatus; stock: StockStep } | undefined;

/**
 * What an event of the payment provider does to an order. Events repeat and come out of order, so each is judged by
 * what the order is now, and money that has moved decides over pages that have ended.
 */
export function orderStep(status: OrderStatus, happening: PaymentHappening['kind']): OrderStep {
  switch (happening) {
    case 'paid':
      if (status === 'pending') return { status: 'completed', stock: 'sell' };
      if (status === 'canceled' || status === 'expired' || status === 'failed') {
        return { status: 'completed', stock: 'sell-if-there' };
      }
      // The dispute has overtaken its payment: who bought what is still to be noted.
      if (status === 'disputed') return { status, stock: 'keep' };
      return undefined;
    case 'expired':
    case 'canceled':
    case 'failed':
      return status === 'pending' ? { status: happening, stock: 'release' } : undefined;
    case 'refunded':
      if (status === 'refunded') return undefined;
      // The refund has overtaken its payment: there is nothing to sell.
      return { status: 'refunded', stock: status === 'pending' ? 'release' : 'keep' };
    case 'disputed':
      if (status === 'pending') return { status: 'disputed', stock: 'sell' };
      return status === 'completed' ? { status: 'disputed', stock: 'keep' } : undefined;
    case 'other':
      return undefined;
  }
}

/** What an order is called where there is room for one line (Spec §3, Order: product_name). */
export function orderName(lines: readonly { name: string; quantity: number }[]): string {
  const [first, ...others] = lines;
  if (!first) return 'Order';
  const name = first.quantity > 1 ? `${first.name} × ${first.quantity}` : first.name;
  return others.length > 0 ? `${name} and ${others.length} more` : name;
}
