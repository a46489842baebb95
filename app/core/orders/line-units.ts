/** Units of an order line, summed up from the unit ledger (docs/orders.md, Units). */
export interface LineUnits {
  quantity: number;
  /** Includes shipped units. */
  packed: number;
  /** Units that will not be shipped. */
  canceled: number;
  /** Units that left the shop, even if they came back. */
  shipped: number;
  /** Shipped units that are back in the shop. */
  returned: number;
  /** Canceled or returned units that are back in stock. */
  restocked: number;
  /** Canceled or returned units that are not fit for sale, or were not found. */
  lost: number;
  /** Units in refunds that have not failed. */
  refunded: number;
}

/** Counts the units that still have to leave the shop. */
export function countToShip({
  quantity,
  canceled,
  shipped,
}: Pick<LineUnits, 'quantity' | 'canceled' | 'shipped'>): number {
  return quantity - canceled - shipped;
}

/** Counts the units in the shop that no buyer gets and that are not back in stock. */
export function countSetAside({ canceled, returned, restocked, lost }: LineUnits): number {
  return canceled + returned - restocked - lost;
}

/** Units of a line. `inReturns` of them came back with a return that is not settled. */
export type SettledUnits = LineUnits & { inReturns: number };

/** Counts the set-aside units that can go back into stock or be written off. Skips those that wait for their return. */
export function countToSettle(line: SettledUnits): number {
  return Math.max(0, countSetAside(line) - line.inReturns);
}

/** Refundable units, unshipped and shipped. Together they are at most `all`. */
export interface Refundable {
  unshipped: number;
  shipped: number;
  all: number;
}

/** Counts the units that can be refunded. Earlier refunds were for canceled units first, then for shipped ones. */
export function countRefundable({ quantity, canceled, shipped, refunded }: LineUnits): Refundable {
  const all = quantity - refunded;
  return {
    unshipped: Math.min(all, quantity - shipped - Math.min(refunded, canceled)),
    shipped: Math.min(all, shipped - Math.max(0, refunded - canceled)),
    all,
  };
}

export type UnitState =
  | 'packed'
  | 'shipped'
  | 'canceled'
  | 'returned'
  | 'refunded'
  | 'restocked'
  | 'lost'
  | 'setAside';

/**
 * Lists the places of a line's units, and which ones were refunded. Tells that a unit was canceled or came back only until it
 * is refunded: its refund and its place say enough. Leaves out states without units.
 */
export function listUnitStates(line: LineUnits): { state: UnitState; count: number }[] {
  const { packed, shipped, canceled, returned, refunded, restocked, lost } = line;
  const refundedUnshipped = Math.min(canceled, refunded);
  const counts: Record<UnitState, number> = {
    packed: packed - shipped,
    shipped: shipped - returned,
    canceled: canceled - refundedUnshipped,
    returned: returned - (refunded - refundedUnshipped),
    refunded,
    restocked,
    lost,
    setAside: countSetAside(line),
  };
  return (Object.keys(counts) as UnitState[])
    .filter((state) => counts[state] > 0)
    .map((state) => ({ state, count: counts[state] }));
}

/** The changes that a refund makes to the units of a line. */
export interface RefundedUnits {
  /** Units that the refund is for. */
  refunded: number;
  /** Units that will not be shipped because of it. */
  canceled: number;
  /** Shipped units that came back. */
  returned: number;
  restocked: number;
}

/** The units of a line to refund, at most as many as countRefundable counts. */
export interface ChosenUnits {
  unshipped: number;
  /** True if the unshipped units go back into stock. */
  restocks: boolean;
  shipped: number;
  /** True if the shipped units are back in the shop and go into stock. */
  isBack: boolean;
}

/** Plans a refund: refunded units are not shipped, and each unit goes back into stock once. */
export function planRefund(line: SettledUnits, chosen: ChosenUnits): RefundedUnits {
  const { unshipped, restocks, shipped, isBack } = chosen;
  // Units that were canceled before and not refunded come first.
  const owed = line.canceled - Math.min(line.refunded, line.canceled);
  const canceled = Math.max(0, unshipped - owed);
  const returned = isBack ? Math.min(shipped, line.shipped - line.returned) : 0;
  const setAside = countToSettle({
    ...line,
    canceled: line.canceled + canceled,
    returned: line.returned + returned,
  });
  const wanted = (restocks ? unshipped : 0) + (isBack ? shipped : 0);
  return { refunded: unshipped + shipped, canceled, returned, restocked: Math.min(wanted, setAside) };
}
