import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatDollars } from '#core/values/money.ts';
import { keepsBatteryFee } from '#core/returns/return-refund.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import {
  isReturnActionOffered,
  type ReturnAction,
  returnStates,
  returnTextLengths,
} from '#core/orders/return.ts';
import type { Shop } from '#core/settings/shop.ts';
import { guessCarrier } from '#core/orders/carrier.ts';
import type { DeskOrder } from '#core/orders/desk-order.server.ts';
import {
  dollarAmount,
  optionalLine,
  readFields,
  readUnits,
  readRestocked,
} from '#core/orders/read-action-form.server.ts';
import { Refused } from '#core/values/refused.ts';
import { recordUnits, unitRefusals } from '#core/orders/record-units.server.ts';
import { refundRefusals, requestRefund } from '#core/orders/request-refund.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { type DeskReturn, lockDeskReturn } from './read-return-page.server.ts';
import { settleReturn } from './settle-return.ts';

interface Step {
  found: DeskReturn;
  order: DeskOrder;
  form: FormData;
}

/** Returns a sentence for staff. @throws {Refused} */
type Command = (transaction: Transaction<DB>, step: Step) => Promise<string>;

const commands: Record<ReturnAction, { run: Command; failure: string }> = {
  approve: { run: approve, failure: 'Error approving' },
  refuse: { run: refuse, failure: 'Error declining' },
  receive: { run: receive, failure: 'Error recording the arrival' },
  inspect: { run: inspect, failure: 'Error recording the inspection' },
  refund: { run: refund, failure: 'Error refunding' },
  'send-back': { run: sendBack, failure: 'Error sending back' },
};

export const returnRefusals = {
  ...unitRefusals,
  ...refundRefusals,
  returns_step_possible: 'someone else has just changed this return. Reload the page',
  returns_of_paid_order: 'the order was refunded, or its payment is disputed',
  return_lines_within_order: 'some of its units were refunded, or are in another return',
  returns_refunded_once: 'a refund is on its way',
};

/** Begins the message when an action fails. */
export function returnFailure(action: ReturnAction): string {
  return commands[action].failure;
}

interface RunReturnAction {
  number: number;
  action: ReturnAction;
  form: FormData;
  shop: Shop;
}

/** Takes a step of a return, as the signed-in person. A refused step changes nothing. @throws {Refused} */
export async function runReturnAction(
  transaction: Transaction<DB>,
  { number, action, form, shop }: RunReturnAction,
): Promise<ActionResult> {
  const locked = await lockDeskReturn(transaction, number, shop);
  if (!locked) throw new Refused('this return does not exist');
  const { found, order } = locked;
  if (!isReturnActionOffered(action, found)) {
    const now =
      found.isBeingRefunded && found.state === 'inspected' ? 'being refunded' : returnStates[found.state];
    throw new Refused(`it is ${now.toLowerCase()}. Reload the page to see what has changed`);
  }
  const message = await commands[action].run(transaction, { found, order, form });
  await logAdminAction(transaction, 'change_return', {
    resourceType: 'returns',
    resourceId: found.id,
    return: formatReturnNumber(number),
    action,
  });
  return { done: true, message };
}

const longText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `use at most ${max} characters`)
    .refine((text) => !text.includes('\0'), 'use readable characters')
    .transform((text) => text.replaceAll('\r\n', '\n'));

const note = longText(returnTextLengths.note)
  .default('')
  .transform((text) => (text === '' ? null : text));

const neededNote = longText(returnTextLengths.note)
  .default('')
  .refine((text) => text !== '', 'enter a reason for the buyer');

const fault = z.enum(['shop', 'buyer'], 'choose who made the mistake').transform((who) => who === 'shop');

/** A core has no fault to decide. */
const noFault = z
  .unknown()
  .optional()
  .transform(() => false);

function faultOf({ kind }: DeskReturn) {
  return kind === 'core' ? noFault : fault;
}

async function approve(transaction: Transaction<DB>, { found, form }: Step): Promise<string> {
  const fields = readFields(
    form,
    z.object({
      fault: faultOf(found),
      send_to: longText(returnTextLengths.sendTo)
        .default('')
        .refine((text) => text !== '', 'enter the return address'),
      note,
    }),
  );
  await update(transaction, found, {
    state: 'approved',
    shop_fault: fields.fault,
    send_to: fields.send_to,
    note: fields.note,
  });
  return 'Approved. The buyer will get an email with the address';
}

async function refuse(transaction: Transaction<DB>, { found, form }: Step): Promise<string> {
  const fields = readFields(form, z.object({ note: neededNote }));
  await update(transaction, found, { state: 'refused', note: fields.note });
  return 'Declined. The buyer will get an email with the reason';
}

const receiveFields = z.object({
  rest: z.enum(['open', 'closed'], 'choose what happens with the rest').optional(),
  note,
});

/** Receives units. They may be fewer than announced: the rest is still expected, or closed with a reason. */
async function receive(transaction: Transaction<DB>, { found, form }: Step): Promise<string> {
  const { rest, note: text } = readFields(form, receiveFields);
  const counted = readUnits(form);
  const arrived = found.lines.map((line) => ({ line, units: counted?.get(line.id) ?? line.announced }));
  for (const { line, units } of arrived) {
    if (units > line.announced) throw new Refused(`only ${line.announced} of ${line.name} were announced`);
  }
  if (arrived.every(({ units }) => units === 0)) throw new Refused('enter at least one unit that arrived');
  const isPart = arrived.some(({ line, units }) => units < line.announced);
  if (isPart && rest === undefined) throw new Refused('choose what happens with the rest', 'rest');
  if (isPart && rest === 'closed' && text === null) throw new Refused('enter a reason for the buyer', 'note');
  for (const { line, units } of arrived) {
    await transaction
      .updateTable('return_lines')
      .set({ received: units })
      .where('return_id', '=', found.id)
      .where('line_id', '=', line.id)
      .execute();
  }
  await update(transaction, found, {
    state: 'received',
    note: text,
    ...(isPart && rest === 'closed' && { closed_reason: text }),
  });
  if (!isPart) return 'Received. The buyer will get an email';
  if (rest === 'closed') return 'Received in part. The rest is not expected anymore';
  const { rows } = await sql<{ number: string }>`select keep_rest_open(${found.id}) as number`.execute(
    transaction,
  );
  return `Received in part. The rest stays open as ${formatReturnNumber(Number(rows[0]?.number))}`;
}

async function inspect(transaction: Transaction<DB>, { found, form }: Step): Promise<string> {
  const fields = readFields(form, z.object({ fault: faultOf(found), note }));
  const back = readRestocked(form);
  for (const { id } of found.lines) {
    await transaction
      .updateTable('return_lines')
      // An old part is not for sale.
      .set({ restock: found.kind !== 'core' && back.has(id) })
      .where('return_id', '=', found.id)
      .where('line_id', '=', id)
      .execute();
  }
  await update(transaction, found, { state: 'inspected', shop_fault: fields.fault, note: fields.note });
  return 'Inspected. Now refund it, or send it back';
}

const dollarsOrNone = z.union([z.literal('').transform(() => 0), dollarAmount]).default(0);

async function refund(transaction: Transaction<DB>, { found, order, form }: Step): Promise<string> {
  const fields = readFields(form, z.object({ postage: dollarsOrNone, deducted: dollarsOrNone, note }));
  if (fields.deducted > 0 && fields.note === null)
    throw new Refused('enter a reason for the deduction', 'note');
  for (const line of found.lines) {
    const left = line.quantity - line.refunded - (found.kind === 'core' ? line.coresRefunded : 0);
    if (line.returned > left) throw new Refused(`only ${left} of ${line.name} have not been refunded`);
  }
  const settlement = settleReturn(found, fields.postage, fields.deducted);
  if (settlement.totalCents === 0) throw new Refused('nothing is left to refund. Send it back instead');
  const units = new Map(
    found.lines.filter((line) => line.returned > 0).map((line) => [line.id, line.returned]),
  );
  const facts = { kind: found.kind, isShopFault: found.shopFault === true };
  const keptFees = found.lines.filter((line) => keepsBatteryFee(facts, line));
  const refundId = await requestRefund(transaction, order, {
    amountCents: settlement.totalCents,
    taxCents: settlement.taxCents,
    units,
    cause: 'returned',
    note: fields.note ?? formatReturnNumber(found.number),
    method: order.counterMethod,
    isCore: found.kind === 'core',
    keepsFee: new Set(keptFees.map(({ id }) => id)),
    returnId: found.id,
  });
  await recordUnits(
    transaction,
    order,
    // An earlier refund that failed may have moved them already.
    found.lines.map((line) => ({
      lineId: line.id,
      kind: 'restocked',
      quantity: line.restock && line.canBeRestocked ? line.returned - line.backInStock : 0,
    })),
    found.id,
  );
  await update(transaction, found, {
    refund_id: refundId,
    settlement: JSON.stringify(settlement),
    note: fields.note,
  });
  if (order.counterMethod !== null) {
    return `${formatDollars(settlement.totalCents)} recorded as refunded at the counter`;
  }
  return `${formatDollars(settlement.totalCents)} will be refunded. The buyer will get an email when the refund is complete`;
}

async function sendBack(transaction: Transaction<DB>, { found, form }: Step): Promise<string> {
  const fields = readFields(
    form,
    z.object({ note: neededNote, carrier: optionalLine(60), tracking: optionalLine(60) }),
  );
  const carrier =
    fields.carrier ?? (fields.tracking === null ? null : (guessCarrier(fields.tracking) ?? null));
  const inStock = found.lines.find(({ backInStock }) => backInStock > 0);
  if (inStock) throw new Refused(`${inStock.name} is back in stock already. Refund it instead`);
  await update(transaction, found, {
    state: 'sent_back',
    note: fields.note,
    carrier,
    tracking: fields.tracking,
  });
  return 'Saved. The buyer will get an email';
}

interface ReturnChange {
  state?: DeskReturn['state'];
  shop_fault?: boolean;
  send_to?: string;
  note?: string | null;
  closed_reason?: string | null;
  carrier?: string | null;
  tracking?: string | null;
  refund_id?: string;
  settlement?: string;
}

async function update(transaction: Transaction<DB>, { id }: DeskReturn, change: ReturnChange): Promise<void> {
  await transaction.updateTable('returns').set(change).where('id', '=', id).execute();
}
