import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { CounterMethod } from './counter-sale.ts';
import { shareCoreCharge, shareTax } from './line-refund.ts';
import { splitRefund } from './order-balance.ts';
import type { RefundCause } from './refund-reason.ts';
import { dollarsFromCents, formatDollars } from '#core/values/money.ts';
import { shareBatteryFee } from '#core/pricing/battery-fee.ts';
import { addOrderEvent } from './order-events.server.ts';
import { type DeskOrder, nameUnits } from './desk-order.server.ts';
import { readFields } from './read-action-form.server.ts';
import { Refused } from '#core/values/refused.ts';

export const refundRefusals = {
  refund_lines_within_order: 'some of its units were already refunded',
  refunds_within_payment: 'that is more than the rest of the payment',
  refunds_method_of_payment: 'choose how you refunded the money at the counter',
  refunds_within_staff_limit: 'that is more than staff may refund. Ask an admin',
};

interface NewRefund {
  amountCents: number;
  /** Tax in it, in cents. Undefined means its share of the tax that is left. */
  taxCents?: number;
  units: ReadonlyMap<string, number>;
  cause: RefundCause;
  note: string | null;
  /** Way of giving back money that was taken at the counter. */
  method: CounterMethod | null;
  /** True if only the core charge of the units is refunded. */
  isCore?: boolean;
  /** Lines whose California battery fee is not refunded. */
  keepsFee?: ReadonlySet<string>;
  /** Id of the return that it is for. */
  returnId?: string;
}

const methodField = z.object({ method: z.enum(['cash', 'card'], 'choose how you refunded the money') });

/** Reads how the money is given back at the counter. @throws {Refused} */
export function readMethod({ counterMethod }: DeskOrder, form: FormData): CounterMethod | null {
  return counterMethod === null ? null : readFields(form, methodField).method;
}

/**
 * Requests a refund, of several payments if one does not have enough left: the first part has the units. A trigger checks the
 * rest and staff's limit, and queues the request to the provider, or the record of a refund at the counter. Returns the id of
 * the first part.
 * @throws {Refused}
 */
export async function requestRefund(
  transaction: Transaction<DB>,
  order: DeskOrder,
  { amountCents, taxCents, units, cause, note: text, method, isCore = false, keepsFee, returnId }: NewRefund,
): Promise<string> {
  if (amountCents > order.leftCents) {
    throw new Refused(`only ${formatDollars(order.leftCents)} can be refunded`);
  }
  // Prices in dollars say nothing about a part of an amount in another currency.
  if (order.otherCurrency !== null && amountCents !== order.leftCents)
    throw new Refused(`it was paid in ${order.otherCurrency.toUpperCase()}. Refund all of it`);
  const left = { amountCents: order.leftCents, taxCents: order.leftTaxCents };
  const isRest = amountCents === order.leftCents;
  const refundedTaxCents = isRest ? order.leftTaxCents : (taxCents ?? shareTax(amountCents, left));
  const whole = { amountCents, taxCents: Math.min(refundedTaxCents, amountCents, order.leftTaxCents) };
  const refundId = randomUUID();
  await transaction
    .insertInto('refunds')
    .values(
      splitRefund(whole, order.payments).map((part, index) => ({
        id: index === 0 ? refundId : randomUUID(),
        order_id: order.id,
        payment_id: part.paymentId,
        reason: 'shop',
        cause,
        amount: dollarsFromCents(part.amountCents),
        tax: dollarsFromCents(part.taxCents),
        note: text,
        method,
        return_id: returnId ?? null,
      })),
    )
    .execute();
  const refunded = order.lines.filter(({ id }) => (units.get(id) ?? 0) > 0);
  if (refunded.length > 0) {
    await transaction
      .insertInto('refund_lines')
      .values(
        refunded.map((line) => ({
          refund_id: refundId,
          line_id: line.id,
          quantity: units.get(line.id) ?? 0,
          core: isCore,
          core_charge: dollarsFromCents(shareCoreCharge(line, units.get(line.id) ?? 0)),
          battery_fee: dollarsFromCents(
            isCore || keepsFee?.has(line.id)
              ? 0
              : shareBatteryFee(line, units.get(line.id) ?? 0, line.refunded),
          ),
        })),
      )
      .execute();
  }
  const details = { refundId, amountCents, pieces: nameUnits(order, units), note: text, reason: cause };
  await addOrderEvent(transaction, order, { kind: 'refund_requested', details });
  return refundId;
}
