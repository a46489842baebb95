import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { CounterMethod } from './counter-sale.ts';
import { computeLineRefund, type LineRefund, sumLineRefunds } from './line-refund.ts';
import { type ChosenUnits, countRefundable, countToSettle, countToShip, planRefund } from './line-units.ts';
import { formatDollars } from '#core/values/money.ts';
import { deskRefundReasons, type RefundCause } from './refund-reason.ts';
import { canBuyerCancel } from './order-action.ts';
import { settleReview } from './inform.server.ts';
import { addOrderEvent } from './order-events.server.ts';
import {
  type DeskLine,
  type DeskOrder,
  lockDeskOrder,
  nameUnits,
  updateProgress,
} from './desk-order.server.ts';
import { cancelUnits, recordUnits, type UnitEntry } from './record-units.server.ts';
import { readMethod, requestRefund } from './request-refund.server.ts';
import {
  checked,
  dollarAmount,
  note,
  readFields,
  readUnits,
  readRestocked,
} from './read-action-form.server.ts';
import { Refused } from '#core/values/refused.ts';

function sumRefund(lines: readonly DeskLine[], units: ReadonlyMap<string, number>): LineRefund {
  return sumLineRefunds(
    lines.map((line) => computeLineRefund(line, units.get(line.id) ?? 0, line.refunded, line.coresRefunded)),
  );
}

const noteField = z.object({ note });

/** Cancels units that could not be found, refunds them, and mails the buyer. @throws {Refused} */
export async function reportMissing(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { note: text } = readFields(form, noteField);
  const asked = readUnits(form) ?? new Map<string, number>();
  const units = new Map([...asked].filter(([, count]) => count > 0));
  for (const [id, count] of units) {
    const line = order.lines.find((each) => each.id === id);
    if (!line) throw new Refused('this line does not exist');
    const open = countToShip(line);
    if (count > open) throw new Refused(`only ${open} of ${line.name} have not shipped`);
  }
  if (units.size === 0) throw new Refused('choose at least one unit');
  await cancelSome(transaction, order, {
    units,
    isLost: true,
    note: text,
    cause: 'missing',
    method: () => readMethod(order, form),
  });
  return order.counterMethod === null
    ? 'Refund requested, and the buyer will get an email'
    : 'Recorded as refunded';
}

/** Cancels what is left of a line whose part differs, as its buyer has chosen on the page of the order. */
export async function cancelForAnswer(
  transaction: Transaction<DB>,
  order: DeskOrder,
  lineId: string,
): Promise<void> {
  const line = order.lines.find(({ id }) => id === lineId);
  if (!line) return;
  await cancelSome(transaction, order, {
    units: new Map([[lineId, countToShip(line)]]),
    isLost: false,
    note: null,
    cause: 'asked',
    method: () => null,
    byBuyer: true,
  });
}

interface CancelSome {
  /** Units of each line that has some. */
  units: ReadonlyMap<string, number>;
  /** True if the units don't exist. Others are set aside. */
  isLost: boolean;
  note: string | null;
  cause: RefundCause;
  method: () => CounterMethod | null;
  byBuyer?: boolean;
}

async function cancelSome(
  transaction: Transaction<DB>,
  order: DeskOrder,
  { units, isLost, note: text, cause, method, byBuyer }: CancelSome,
): Promise<void> {
  const isWhole = order.lines.every((line) => line.canceled + (units.get(line.id) ?? 0) >= line.quantity);
  // Nothing is sent, so shipping comes back too.
  const { netCents, taxCents } = sumRefund(order.lines, units);
  const amountCents = isWhole ? order.leftCents : Math.min(netCents + taxCents, order.leftCents);
  const lines = await recordUnits(
    transaction,
    order,
    order.lines.flatMap((line): UnitEntry[] => {
      const count = units.get(line.id) ?? 0;
      return [...cancelUnits(line, count), { lineId: line.id, kind: 'lost', quantity: isLost ? count : 0 }];
    }),
  );
  const details = {
    pieces: nameUnits(order, units),
    isWhole,
    note: text,
    ...(byBuyer && { byBuyer: true as const }),
  };
  await addOrderEvent(transaction, order, { kind: 'canceled', details }, 'now');
  if (amountCents > 0) {
    await requestRefund(transaction, order, {
      amountCents,
      taxCents,
      units,
      cause,
      note: text,
      method: method(),
    });
  }
  await updateProgress(transaction, order, { lines });
}

/** Cancels an order of which nothing has left, and refunds the rest of its payment. @throws {Refused} */
export async function cancelOrder(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { note: text } = readFields(form, noteField);
  if (order.lines.some(({ shipped }) => shipped > 0)) throw new Refused('part of it has already shipped');
  const method = order.leftCents > 0 ? readMethod(order, form) : null;
  return cancelWhole(transaction, order, { note: text, back: readRestocked(form), method });
}

interface CancelWhole {
  note: string | null;
  /** Lines whose units go back into stock. */
  back: ReadonlySet<string>;
  /** Way of giving the money back at the counter. Null means by the payment provider. */
  method: CounterMethod | null;
  byBuyer?: boolean;
}

async function cancelWhole(
  transaction: Transaction<DB>,
  order: DeskOrder,
  { note: text, back, method, byBuyer }: CancelWhole,
): Promise<string> {
  const canceled = new Map(order.lines.map((line) => [line.id, countToShip(line)]));
  const lines = await recordUnits(
    transaction,
    order,
    order.lines.flatMap((line): UnitEntry[] => {
      const count = countToShip(line);
      const isBack = back.has(line.id) && line.canBeRestocked;
      return [
        ...cancelUnits(line, count),
        { lineId: line.id, kind: 'restocked', quantity: isBack ? count : 0 },
      ];
    }),
  );
  const details = {
    pieces: nameUnits(order, canceled),
    isWhole: true,
    note: text,
    ...(byBuyer && { byBuyer: true as const }),
  };
  await addOrderEvent(transaction, order, { kind: 'canceled', details }, 'now');
  if (order.leftCents > 0) {
    const units = new Map(order.lines.map((line) => [line.id, line.quantity - line.refunded]));
    await requestRefund(transaction, order, {
      amountCents: order.leftCents,
      units,
      cause: byBuyer ? 'canceled-by-buyer' : 'canceled',
      note: text,
      method,
    });
  }
  await settleReview(transaction, order);
  await updateProgress(transaction, order, { lines, isReady: false });
  if (order.leftCents > 0 && order.counterMethod !== null)
    return `Order canceled. ${formatDollars(order.leftCents)} recorded as refunded`;
  return order.leftCents > 0
    ? `Order canceled. ${formatDollars(order.leftCents)} will be refunded`
    : 'Order canceled';
}

/**
 * Cancels an order for its buyer, as long as nothing is packed: all of it is refunded and goes back into stock. The caller has
 * checked that the buyer asks. Returns false if it is too late.
 */
export async function cancelForBuyer(transaction: Transaction<DB>, number: number): Promise<boolean> {
  const order = await lockDeskOrder(transaction, number);
  const packed = order?.lines.reduce((sum, line) => sum + line.packed, 0) ?? 0;
  if (!order || !canBuyerCancel({ ...order, packed })) return false;
  const back = new Set(order.lines.map(({ id }) => id));
  await cancelWhole(transaction, order, { note: null, back, method: null, byBuyer: true });
  return true;
}

const refundFields = z.object({
  by: z.enum(['lines', 'amount', 'all'], 'choose what to refund'),
  shipping: checked,
  // A page that was open before reasons were asked sends none.
  reason: z.enum(deskRefundReasons, 'choose a reason').default('other'),
  note,
});

/** Refunds the rest of the payment, units of lines, or an amount. Refunded units are not shipped. @throws {Refused} */
export async function refundOrder(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { by, shipping, reason: cause, note: text } = readFields(form, refundFields);
  const chosen = by === 'amount' ? new Map<string, ChosenUnits>() : chooseRefunded(order, form, by);
  const units = new Map([...chosen].map(([id, { unshipped, shipped }]) => [id, unshipped + shipped]));
  const amounts = sumRefund(order.lines, units);
  const amountCents =
    by === 'all'
      ? order.leftCents
      : by === 'amount'
        ? readFields(form, z.object({ amount: dollarAmount })).amount
        : amounts.netCents + amounts.taxCents + (shipping ? order.shippingCents : 0);
  if (amountCents === 0)
    throw new Refused(by === 'lines' ? 'choose at least one unit' : 'nothing is left to refund');
  const method = readMethod(order, form);
  const lines = await recordUnits(
    transaction,
    order,
    order.lines.flatMap((line): UnitEntry[] => {
      const ofLine = chosen.get(line.id);
      if (!ofLine) return [];
      const { canceled, returned, restocked } = planRefund(line, ofLine);
      return [
        ...cancelUnits(line, canceled),
        { lineId: line.id, kind: 'returned', quantity: returned },
        { lineId: line.id, kind: 'restocked', quantity: restocked },
      ];
    }),
  );
  await requestRefund(transaction, order, {
    amountCents,
    ...(by === 'lines' && { taxCents: amounts.taxCents }),
    units,
    cause,
    note: text,
    method,
  });
  if (by === 'all') await settleReview(transaction, order);
  await updateProgress(transaction, order, { lines });
  if (method !== null) return `${formatDollars(amountCents)} recorded as refunded`;
  return `${formatDollars(amountCents)} will be refunded. This page shows when the refund is complete`;
}

/** Chooses the units to refund: those of the form, or all that are left. @throws {Refused} */
function chooseRefunded(order: DeskOrder, form: FormData, by: 'lines' | 'all'): Map<string, ChosenUnits> {
  const unshipped = readUnits(form) ?? new Map<string, number>();
  const shipped = readUnits(form, 'shipped') ?? new Map<string, number>();
  const [restocked, back] = [readRestocked(form), readRestocked(form, 'back')];
  if ([...unshipped.keys(), ...shipped.keys()].some((id) => !order.lines.some((line) => line.id === id)))
    throw new Refused('this line does not exist');
  return new Map(
    order.lines.map((line) => {
      const left = countRefundable(line);
      const units =
        by === 'all'
          ? { unshipped: left.unshipped, shipped: left.all - left.unshipped }
          : { unshipped: unshipped.get(line.id) ?? 0, shipped: shipped.get(line.id) ?? 0 };
      if (units.unshipped + units.shipped > left.all)
        throw new Refused(`only ${left.all} of ${line.name} have not been refunded`);
      if (units.unshipped > left.unshipped)
        throw new Refused(`only ${left.unshipped} of ${line.name} have not shipped and not been refunded`);
      if (units.shipped > left.shipped)
        throw new Refused(`only ${left.shipped} of ${line.name} have shipped and not been refunded`);
      const restocks = restocked.has(line.id) && line.canBeRestocked;
      return [line.id, { ...units, restocks, isBack: back.has(line.id) && line.canBeRestocked }];
    }),
  );
}

/** Puts set-aside units back into stock, or writes them off as not fit for sale. @throws {Refused} */
export async function settleSetAside(
  transaction: Transaction<DB>,
  order: DeskOrder,
  form: FormData,
): Promise<string> {
  const { as } = readFields(form, z.object({ as: z.enum(['restocked', 'lost'], 'choose what to do') }));
  const units = readUnits(form) ?? new Map<string, number>();
  if (![...units.values()].some((count) => count > 0)) throw new Refused('choose at least one unit');
  for (const [id, count] of units) {
    const line = order.lines.find((each) => each.id === id);
    if (!line) throw new Refused('this line does not exist');
    const left = countToSettle(line);
    if (count > left) throw new Refused(`only ${left} of ${line.name} are set aside`);
    if (count > 0 && as === 'restocked' && !line.canBeRestocked)
      throw new Refused(`${line.name} does not exist anymore`);
  }
  await recordUnits(
    transaction,
    order,
    [...units].map(([lineId, quantity]) => ({ lineId, kind: as, quantity })),
  );
  if (as === 'lost') {
    const details = { pieces: nameUnits(order, units) };
    await addOrderEvent(transaction, order, { kind: 'written_off', details });
  }
  return as === 'restocked' ? 'Back in stock' : 'Written off';
}
