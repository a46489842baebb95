/** The status of the payment, not of the shipment (Spec §4, Order status). */
export type OrderStatus =
  | 'pending'
  | 'completed'
  | 'canceled'
  | 'expired'
  | 'failed'
  | 'refunded'
  | 'disputed';

export type UnpaidEnd = Extract<OrderStatus, 'expired' | 'canceled' | 'failed'>;

export type OrderStock = 'held' | 'sold' | 'released';

export type DisputeState = 'open' | 'won' | 'lost';

/** The state of an order's money and stock. It does not depend on the order in which events arrived. */
export interface OrderFacts {
  /** Says how the payment page ended without a payment. */
  ended: UnpaidEnd | null;
  paid: boolean;
  stock: OrderStock;
  amountCents: number;
  /** The paid amount, if it is another one than the order's: cents, or hundredths of another currency. */
  chargedCents: number | null;
  refundedCents: number;
  dispute: DisputeState | null;
}

export type PaymentUpdate =
  | { kind: 'paid' }
  | { kind: 'paid-again' }
  | { kind: 'ended'; as: UnpaidEnd }
  /** Sums up all refunds so far. The sum can shrink, because a done refund can fail later. */
  | { kind: 'refunded'; refundedCents: number }
  | { kind: 'dispute'; state: DisputeState };

type StockStep =
  | 'sell'
  | 'release'
  /** Sells the parts after the hold has ended, if they are still in stock. */
  | 'sell-if-there'
  | 'keep';

type MoneyStep =
  | 'keep'
  /** Refunds the payment unless the parts could still be sold. */
  | 'refund-unless-sold'
  | 'refund-second';

export interface OrderStep {
  facts: OrderFacts;
  stock: StockStep;
  money: MoneyStep;
}

/** Computes the order's status from its facts (Spec §4, Order status). */
export function computeOrderStatus(facts: OrderFacts): OrderStatus {
  const { ended, paid, stock, dispute } = facts;
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (isRefunded(facts)) return 'refunded';
  if (stock === 'sold') return 'completed';
  // The parts were sold to someone else, so the shop refunds the payment.
  if (paid) return 'canceled';
  return ended ?? 'pending';
}

/** Returns the cents that were paid, or are to be paid. */
export function paidCents({
  amountCents,
  chargedCents,
}: Pick<OrderFacts, 'amountCents' | 'chargedCents'>): number {
  return chargedCents ?? amountCents;
}

function isRefunded(facts: OrderFacts): boolean {
  return facts.refundedCents > 0 && facts.refundedCents >= paidCents(facts);
}

/** Computes the effect of an update, which can repeat and arrive in any order. A payment can follow an ended page. */
export function computeOrderStep(facts: OrderFacts, update: PaymentUpdate): OrderStep {
  const step = (changes: Partial<OrderFacts>, stock: StockStep = 'keep', money: MoneyStep = 'keep') => ({
    facts: { ...facts, ...changes },
    stock,
    money,
  });
  switch (update.kind) {
    case 'paid':
      // A dispute or a refund can arrive before its payment.
      if (facts.paid || facts.stock === 'sold' || isRefunded(facts)) return step({ paid: true });
      return facts.stock === 'held'
        ? step({ paid: true, stock: 'sold' }, 'sell')
        : step({ paid: true }, 'sell-if-there', 'refund-unless-sold');
    case 'paid-again':
      return step({}, 'keep', 'refund-second');
    case 'ended':
      if (computeOrderStatus(facts) !== 'pending') return step({});
      return facts.stock === 'held'
        ? step({ ended: update.as, stock: 'released' }, 'release')
        : step({ ended: update.as });
    case 'refunded': {
      const after = { ...facts, refundedCents: update.refundedCents };
      return facts.stock === 'held' && computeOrderStatus(after) === 'refunded'
        ? step({ refundedCents: update.refundedCents, stock: 'released' }, 'release')
        : step({ refundedCents: update.refundedCents });
    }
    case 'dispute':
      // The dispute arrived before its payment.
      return facts.stock === 'held'
        ? step({ dispute: update.state, stock: 'sold' }, 'sell')
        : step({ dispute: update.state });
  }
}

export type RefundState = 'requested' | 'pending' | 'done' | 'failed';

const REFUND_ORDER: readonly RefundState[] = ['requested', 'pending', 'done', 'failed'];

/** Picks the later of two states of a refund, in any order of arrival. A done refund can still fail. */
export function pickLaterRefundState(one: RefundState, other: RefundState): RefundState {
  const later = Math.max(REFUND_ORDER.indexOf(one), REFUND_ORDER.indexOf(other));
  return REFUND_ORDER[later] as RefundState;
}

export interface DisputeReport {
  state: DisputeState;
  reportedAt: Date;
}

/** Picks the later of two reports on a dispute, in any order of arrival. A closed state is later than an open one. */
export function pickLaterDisputeReport(current: DisputeReport, incoming: DisputeReport): DisputeReport {
  if ((current.state === 'open') !== (incoming.state === 'open'))
    return current.state === 'open' ? incoming : current;
  return incoming.reportedAt >= current.reportedAt ? incoming : current;
}

/** Formats an order's lines as one line of text (Spec §3, Order: product_name). */
export function formatOrderName(lines: readonly { name: string; quantity: number }[]): string {
  const [first, ...others] = lines;
  if (!first) return 'Order';
  const name = first.quantity > 1 ? `${first.name} × ${first.quantity}` : first.name;
  return others.length > 0 ? `${name} and ${others.length} more` : name;
}
