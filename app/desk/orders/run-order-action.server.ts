import type { Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { findSendProblem, isOffered, type orderActions } from '#core/orders/order-action.ts';
import { progressLabels } from '#core/orders/order-progress.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { type DeskOrder, lockDeskOrder } from '#core/orders/desk-order.server.ts';
import {
  acceptAmount,
  addNote,
  askForRest,
  releaseOrder,
  holdOrder,
  reportDelay,
  resumeOrder,
  revokeLinks,
} from '#core/orders/inform.server.ts';
import { Refused } from '#core/values/refused.ts';
import { unitRefusals } from '#core/orders/record-units.server.ts';
import { notePurchaseOrder } from '#core/orders/purchase-order.server.ts';
import { refundRefusals } from '#core/orders/request-refund.server.ts';
import { cancelOrder, refundOrder, reportMissing, settleSetAside } from '#core/orders/return-money.server.ts';
import {
  correctTracking,
  handOver,
  markDelivered,
  markReady,
  packLines,
  shipmentRefusals,
  shipParcel,
  undoReady,
  undoShipment,
} from './send-parts.server.ts';

/** Returns a sentence for staff. */
type Command = (transaction: Transaction<DB>, order: DeskOrder, form: FormData) => Promise<string>;

type DirectAction = (typeof orderActions)[number];

const commands: Record<DirectAction, { run: Command; failure: string }> = {
  pack: { run: packLines, failure: 'Error packing' },
  ship: { run: shipParcel, failure: 'Error shipping' },
  'undo-shipment': { run: undoShipment, failure: 'Error undoing the shipment' },
  'correct-tracking': { run: correctTracking, failure: 'Error saving the tracking number' },
  delivered: { run: markDelivered, failure: 'Error marking as delivered' },
  ready: { run: markReady, failure: 'Error marking as ready' },
  'undo-ready': { run: undoReady, failure: 'Error undoing' },
  'pick-up': { run: handOver, failure: 'Error handing over' },
  missing: { run: reportMissing, failure: 'Error reporting a missing part' },
  cancel: { run: cancelOrder, failure: 'Error canceling' },
  refund: { run: refundOrder, failure: 'Error refunding' },
  'set-aside': { run: settleSetAside, failure: 'Error settling the units' },
  delay: { run: reportDelay, failure: 'Error reporting the delay' },
  hold: { run: holdOrder, failure: 'Error putting on hold' },
  resume: { run: resumeOrder, failure: 'Error resuming' },
  'purchase-order': { run: notePurchaseOrder, failure: 'Error saving the purchase order' },
  note: { run: addNote, failure: 'Error adding the note' },
  release: { run: releaseOrder, failure: 'Error releasing the order' },
  'accept-amount': { run: acceptAmount, failure: 'Error accepting the payment' },
  'ask-rest': { run: askForRest, failure: 'Error asking for the rest' },
  'revoke-links': { run: revokeLinks, failure: 'Error revoking the links' },
};

export const orderRefusals = { ...unitRefusals, ...refundRefusals, ...shipmentRefusals };

/** Begins the message when an action fails. */
export function failureOf(action: DirectAction): string {
  return commands[action].failure;
}

interface RunOrderAction {
  number: number;
  action: DirectAction;
  form: FormData;
}

/** Runs an action on an order, as the signed-in person. A refused action changes nothing. @throws {Refused} */
export async function runOrderAction(
  transaction: Transaction<DB>,
  { number, action, form }: RunOrderAction,
): Promise<ActionResult> {
  const order = await lockDeskOrder(transaction, number);
  if (!order) throw new Refused('this order does not exist');
  if (!isOffered(action, order)) {
    const problem = findSendProblem(order) ?? `it is ${progressLabels[order.progress].toLowerCase()}`;
    throw new Refused(`${problem}. Reload the page to see what has changed`);
  }
  const message = await commands[action].run(transaction, order, form);
  await logAdminAction(transaction, 'change_order', {
    resourceType: 'orders',
    resourceId: order.id,
    order: formatOrderNumber(number),
    action,
  });
  return { done: true, message };
}
