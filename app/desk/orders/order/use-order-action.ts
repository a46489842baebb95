import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OrderAction } from '#core/orders/order-action.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { showToast } from '#kit/show-toast.ts';
import { orderActionAddress } from '#core/orders/order-addresses.ts';

/** Runs an action that needs no form. */
export function useOrderAction(number: number) {
  const [running, setRunning] = useState<OrderAction | 'photos'>();
  const { revalidate } = useRevalidator();

  async function run(action: OrderAction | 'photos', fields: Record<string, string | File> = {}) {
    if (running) return;
    setRunning(action);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const result = await sendAction(orderActionAddress(number, action), { body, failure: 'Error' });
    // A refusal means that the page is out of date.
    await revalidate();
    setRunning(undefined);
    if (result.message) {
      await showToast({ title: result.message, kind: result.done ? 'success' : 'error' });
    }
  }

  return { running, run };
}
