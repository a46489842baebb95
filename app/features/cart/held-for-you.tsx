import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { buttonClasses } from '#ui/button-classes.ts';
import { Button } from '#ui/button.tsx';
import type { OwnHold } from '#ui/own-holds.ts';
import { showToast } from '#ui/show-toast.ts';
import { giveUpPayment } from './own-payments.ts';
import { onOwnHolds, watchReturns } from './watch-own-holds.ts';

interface HeldForYouProps {
  /** Of the part. */
  name: string;
  holds: readonly OwnHold[];
  /** A payment was given up, and its buttons are about to go: the focus must go somewhere else. */
  onGone: () => void;
}

/** Until when open payments of this visitor hold a part, and the two ways on for each of them. */
export default function HeldForYou({ name, holds, onGone }: HeldForYouProps) {
  const { revalidate } = useRevalidator();
  useEffect(watchReturns, []);
  // What was held is sold, or others can buy it: what the page says of the part is not true any more.
  useEffect(() => onOwnHolds(() => void revalidate()), [revalidate]);
  return (
    <ul className="grid gap-3">
      {holds.map((hold) => (
        <Hold key={hold.orderId} name={name} hold={hold} onGone={onGone} />
      ))}
    </ul>
  );
}

function Hold({ name, hold, onGone }: { name: string; hold: OwnHold; onGone: () => void }) {
  const { orderId, url, heldUntil } = hold;
  const [busy, setBusy] = useState(false);

  async function giveUp() {
    setBusy(true);
    const status = await giveUpPayment(orderId);
    if (status === 'pending') throw new Error('The payment is still open');
    onGone();
    const paid = status === 'completed';
    void showToast({
      kind: 'success',
      title: paid ? 'This payment is complete already' : 'Payment given up',
      description: paid ? 'A confirmation email is on its way.' : `${name} is no longer held for you.`,
    });
  }

  function onGiveUp() {
    giveUp()
      .catch(() => {
        void showToast({ kind: 'error', title: 'The payment could not be given up. Please try again.' });
      })
      .finally(() => setBusy(false));
  }

  return (
    <li className="grid gap-2">
      <p className="text-sm">
        <strong>Held for you</strong> until <time dateTime={heldUntil}>{timeOf(heldUntil)}</time>
      </p>
      <div className="flex flex-wrap gap-2">
        {url !== null && (
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className={buttonClasses({ variant: 'primary' }, 'flex-1 px-3! whitespace-nowrap')}
          >
            Continue Payment
          </a>
        )}
        <Button
          className="flex-1 px-3! whitespace-nowrap"
          aria-label={`Give Up payment for ${name}`}
          busy={busy}
          onClick={onGiveUp}
        >
          Give Up
        </Button>
      </div>
    </li>
  );
}

function timeOf(moment: string): string {
  return new Date(moment).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
}
