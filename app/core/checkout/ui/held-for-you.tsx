import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { buttonClasses } from '#kit/button-classes.ts';
import { Button } from '#kit/button.tsx';
import type { OwnHold } from '#core/accounts/own-holds.ts';
import { showToast } from '#kit/show-toast.ts';
import { cancelPayment, subscribeToHoldChanges, followOwnHolds } from './own-payments.ts';

interface HeldForYouProps {
  name: string;
  holds: readonly OwnHold[];
  /** Called before the focused button disappears. */
  onCanceled: () => void;
}

export default function HeldForYou({ name, holds, onCanceled }: HeldForYouProps) {
  const { revalidate } = useRevalidator();
  useEffect(followOwnHolds, []);
  // The stock on the page is outdated.
  useEffect(() => subscribeToHoldChanges(() => void revalidate()), [revalidate]);
  return (
    <ul className="grid gap-3">
      {holds.map((hold) => (
        <Hold key={hold.orderId} name={name} hold={hold} onCanceled={onCanceled} />
      ))}
    </ul>
  );
}

function Hold({ name, hold, onCanceled }: { name: string; hold: OwnHold; onCanceled: () => void }) {
  const { orderId, url, heldUntil } = hold;
  const [busy, setBusy] = useState(false);

  async function cancel() {
    setBusy(true);
    const status = await cancelPayment(orderId);
    if (status === 'pending') throw new Error('The payment is still open');
    onCanceled();
    const paid = status === 'completed';
    void showToast({
      kind: 'success',
      title: paid ? 'This payment is already complete' : 'Payment canceled',
      description: paid ? 'A confirmation email is on its way.' : `${name} is no longer held for you.`,
    });
  }

  function onCancel() {
    cancel()
      .catch(() => {
        void showToast({ kind: 'error', title: "We couldn't cancel the payment. Please try again." });
      })
      .finally(() => setBusy(false));
  }

  return (
    <li className="grid gap-2">
      <p className="text-sm">
        <strong>Held for you</strong> until <time dateTime={heldUntil}>{formatTime(heldUntil)}</time>
      </p>
      <div className="flex flex-wrap gap-2">
        {url !== null && (
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className={buttonClasses({ variant: 'primary' }, 'flex-1 px-3! whitespace-nowrap')}
          >
            Continue payment
          </a>
        )}
        <Button
          className="flex-1 px-3! whitespace-nowrap"
          aria-label={`Cancel payment for ${name}`}
          busy={busy}
          onClick={onCancel}
        >
          Cancel payment
        </Button>
      </div>
    </li>
  );
}

function formatTime(isoTime: string): string {
  return new Date(isoTime).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
}
