/** About payment only; packing and shipping are kept elsewhere (Spec §4, Order status). */
export type OrderStatus =
  | 'pending'
  | 'completed'
  | 'canceled'
  | 'expired'
  | 'failed'
  | 'refunded'
  | 'disputed';

/** How an order ends that is not paid. */
export type UnpaidEnd = Extract<OrderStatus, 'expired' | 'canceled' | 'failed'>;

/** Where the stock of an order is: set aside for its payment, sold, or for sale again. */
export type OrderStock = 'held' | 'sold' | 'released';

export type DisputeState = 'open' | 'won' | 'lost';

/** What is known of an order's money and stock. The same facts are the same order, in whatever order they arrived. */
export interface OrderFacts {
  /** Its payment page has ended without a payment. */
  ended: UnpaidEnd | null;
  paid: boolean;
  stock: OrderStock;
  amountCents: number;
  /** What the provider has given back of the payment. */
  refundedCents: number;
  dispute: DisputeState | null;
}

/** What the payment provider has said about an order. */
export type PaymentNews =
  /** The order's payment has arrived. */
  | { kind: 'paid' }
  /** Another payment than the one that is known has arrived. */
  | { kind: 'paid-again' }
  | { kind: 'ended'; as: UnpaidEnd }
  /** How much has been given back in all, in cents. It can become less: a refund can fail after it was done. */
  | { kind: 'refunded'; refundedCents: number }
  | { kind: 'dispute'; state: DisputeState };

/** What has to be done with the stock of an order. */
type StockStep =
  /** What was held is sold. */
  | 'sell'
  /** What was held can be bought by others again. */
  | 'release'
  /** Nothing is held any more: it is sold if it is still there. */
  | 'sell-if-there'
  | 'keep';

/** What has to be done with the money. */
type MoneyStep =
  | 'keep'
  /** The payment goes back unless the stock can still be sold. */
  | 'refund-unless-sold'
  /** The second payment goes back. */
  | 'refund-second';

export interface OrderStep {
  facts: OrderFacts;
  stock: StockStep;
  money: MoneyStep;
}

/** The status that an order with these facts shows (Spec §4, Order status). */
export function orderStatus(facts: OrderFacts): OrderStatus {
  const { ended, paid, stock, amountCents, refundedCents, dispute } = facts;
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (refundedCents > 0 && refundedCents >= amountCents) return 'refunded';
  if (stock === 'sold') return 'completed';
  // Paid when the parts were gone: the shop calls it off, and the money goes back.
  if (paid) return 'canceled';
  return ended ?? 'pending';
}

/**
 * What news of the payment provider does to an order. News repeats and arrives in any order, so it is judged by what
 * is known by now. Money that has moved counts for more than a page that has ended.
 */
export function orderStep(facts: OrderFacts, news: PaymentNews): OrderStep {
  const step = (changes: Partial<OrderFacts>, stock: StockStep = 'keep', money: MoneyStep = 'keep') => ({
    facts: { ...facts, ...changes },
    stock,
    money,
  });
  switch (news.kind) {
    case 'paid': {
      // A dispute or a refund can arrive before its payment. What went back already buys nothing.
      const goneBack = facts.refundedCents > 0 && facts.refundedCents >= facts.amountCents;
      if (facts.paid || facts.stock === 'sold' || goneBack) return step({ paid: true });
      return facts.stock === 'held'
        ? step({ paid: true, stock: 'sold' }, 'sell')
        : step({ paid: true }, 'sell-if-there', 'refund-unless-sold');
    }
    case 'paid-again':
      return step({}, 'keep', 'refund-second');
    case 'ended':
      return orderStatus(facts) === 'pending'
        ? step({ ended: news.as, stock: 'released' }, 'release')
        : step({});
    case 'refunded': {
      const after = { ...facts, refundedCents: news.refundedCents };
      // The refund came before its payment: there is nothing to sell.
      return facts.stock === 'held' && orderStatus(after) === 'refunded'
        ? step({ refundedCents: news.refundedCents, stock: 'released' }, 'release')
        : step({ refundedCents: news.refundedCents });
    }
    case 'dispute':
      // The dispute came before its payment, so the order was paid.
      return facts.stock === 'held'
        ? step({ dispute: news.state, stock: 'sold' }, 'sell')
        : step({ dispute: news.state });
  }
}

/** Where a refund stands. `requested` is the shop's own wish; the others are the provider's word. */
export type RefundState = 'requested' | 'pending' | 'done' | 'failed';

const REFUND_ORDER: readonly RefundState[] = ['requested', 'pending', 'done', 'failed'];

/** The later of two states of one refund, whichever was heard first. A refund can fail after it was done, never the other way. */
export function laterRefundState(one: RefundState, other: RefundState): RefundState {
  return REFUND_ORDER.indexOf(one) >= REFUND_ORDER.indexOf(other) ? one : other;
}

/** What is known of a dispute, and when the provider said so. */
export interface DisputeWord {
  state: DisputeState;
  toldAt: Date;
}

/** The later word about one dispute, whichever was heard first. The end of a dispute comes after its beginning. */
export function laterDisputeWord(known: DisputeWord, heard: DisputeWord): DisputeWord {
  if ((known.state === 'open') !== (heard.state === 'open')) return known.state === 'open' ? heard : known;
  return heard.toldAt >= known.toldAt ? heard : known;
}

/** What an order is called where there is room for one line (Spec §3, Order: product_name). */
export function orderName(lines: readonly { name: string; quantity: number }[]): string {
  const [first, ...others] = lines;
  if (!first) return 'Order';
  const name = first.quantity > 1 ? `${first.name} × ${first.quantity}` : first.name;
  return others.length > 0 ? `${name} and ${others.length} more` : name;
}
