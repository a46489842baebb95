import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { OrderAction } from '#core/orders/order-action.ts';
import { MAX_SELECTED, parseSelection, parseTrackingLines } from './order-selection.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { runOrderAction } from '../run-order-action.server.ts';

/** These actions need no details of each order. */
export const manyActions = ['pack', 'ship', 'ready', 'delivered'] as const satisfies readonly OrderAction[];

type AsStaff = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

interface RunOnMany {
  asStaff: AsStaff;
  action: (typeof manyActions)[number];
  form: FormData;
}

/** Runs an action on each order in a transaction of its own, so that a refusal for one does not stop the others. */
export async function runOnMany({ asStaff, action, form }: RunOnMany): Promise<ActionResult> {
  const orders = readOrders(form);
  if ('problem' in orders) return { done: false, message: orders.problem };
  const refusals: string[] = [];
  for (const { number, fields } of orders.chosen) {
    try {
      await asStaff((transaction) => runOrderAction(transaction, { number, action, form: fields }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refusals.push(`${formatOrderNumber(number)}: ${error.message}`);
    }
  }
  const count = orders.chosen.length;
  const done = count - refusals.length;
  if (refusals.length === 0)
    return { done: true, message: `${count} ${count === 1 ? 'order' : 'orders'} done` };
  return {
    done: done > 0,
    message: `${done} of ${count} orders done`,
    note: refusals.join('. '),
  };
}

type Chosen = { chosen: { number: number; fields: FormData }[] } | { problem: string };

function readOrders(form: FormData): Chosen {
  const pasted = form.get('tracking');
  if (typeof pasted === 'string' && pasted.trim() !== '') {
    const read = parseTrackingLines(pasted);
    if ('unreadable' in read) return { problem: `This line cannot be read: ${read.unreadable.slice(0, 80)}` };
    if (read.rows.length > MAX_SELECTED) return { problem: `At most ${MAX_SELECTED} orders at a time` };
    return {
      chosen: read.rows.map(({ number, carrier, tracking }) => {
        const fields = new FormData();
        fields.set('tracking', tracking);
        if (carrier !== null) fields.set('carrier', carrier);
        return { number, fields };
      }),
    };
  }
  const selected = form.get('orders');
  const numbers = parseSelection(typeof selected === 'string' ? selected : null);
  if (!numbers) return { problem: `Choose from 1 to ${MAX_SELECTED} orders` };
  return { chosen: numbers.map((number) => ({ number, fields: new FormData() })) };
}
