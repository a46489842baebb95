import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { sendAction } from '#kit/actions/send-action.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { showToast } from '#kit/show-toast.ts';
import { printAddress } from '#core/orders/order-addresses.ts';
import type { Selection } from '#kit/use-selection.ts';

const actions = { pack: 'Pack', ship: 'Ship', ready: 'Ready for pickup', delivered: 'Delivered' } as const;

type ManyAction = keyof typeof actions;

/** Offers what can be done with several orders. */
export function BulkBar({ selection }: { selection: Selection }) {
  const { chosen } = selection;
  const [running, setRunning] = useState<ManyAction>();
  const { revalidate } = useRevalidator();
  const numbers = [...chosen].map(Number);

  async function run(action: ManyAction) {
    if (running) return;
    setRunning(action);
    const body = new FormData();
    body.set('orders', numbers.join(','));
    const result = await sendAction(`/admin/orders-action/${action}`, { body, failure: 'Error' });
    await revalidate();
    setRunning(undefined);
    await showToast({
      title: result.message ?? '',
      description: result.note,
      kind: result.done && !result.note ? 'success' : 'error',
    });
  }

  return (
    <div role="status" className="contents">
      {chosen.size > 0 && (
        <div className="sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised px-4 py-2 shadow-raised">
          <p className="mr-2 font-semibold tabular-nums">
            {chosen.size} {chosen.size === 1 ? 'order' : 'orders'} selected
          </p>
          {(Object.keys(actions) as ManyAction[]).map((action) => (
            <Button key={action} size="small" busy={running === action} onClick={() => void run(action)}>
              {actions[action]}
            </Button>
          ))}
          <ButtonLink size="small" to={printAddress('picks', numbers)}>
            Print
          </ButtonLink>
          <Button size="small" variant="quiet" onClick={selection.clear}>
            Clear selection
          </Button>
        </div>
      )}
    </div>
  );
}
