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
  useHoldChanges();
  return (
    <ul className="grid gap-3">
      {holds.map((hold) => (
        <Hold key={hold.orderId} name={name} hold={hold} onCanceled={onCanceled} />
      ))}
    </ul>
  );
}

function Hold({ name, hold, onCanceled }: { name: string; hold: OwnHold; onCanceled: () => void }) {
  const { busy, onCancel } = useCancel(hold, `${name} is no longer held for you.`, onCanceled);
  return (
    <li className="grid gap-2">
      <HeldUntil hold={hold} />
      <div className="flex flex-wrap gap-2">
        {hold.url !== null && (
          <a
            href={hold.url}
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

/** Shows the open payment of the cart. It replaces a button there, so it has a button's height. */
export function CartHold({ hold, onCanceled }: { hold: OwnHold; onCanceled: () => void }) {
  useHoldChanges();
  const { busy, onCancel } = useCancel(hold, 'Your parts are no longer held for you.', onCanceled);
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <HeldUntil hold={hold} />
      <Button variant="quiet" size="small" className="-mr-3 shrink-0" busy={busy} onClick={onCancel}>
        Cancel payment
      </Button>
    </div>
  );
}

/** The stock on the page is outdated after a change. */
function useHoldChanges(): void {
  const { revalidate } = useRevalidator();
  useEffect(followOwnHolds, []);
  useEffect(() => subscribeToHoldChanges(() => void revalidate()), [revalidate]);
}

function useCancel({ orderId }: OwnHold, canceledText: string, onCanceled: () => void) {
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
      description: paid ? 'A confirmation email is on its way.' : canceledText,
    });
  }

  function onCancel() {
    cancel()
      .catch(() => {
        void showToast({ kind: 'error', title: "We couldn't cancel the payment. Please try again." });
      })
      .finally(() => setBusy(false));
  }

  return { busy, onCancel };
}

function HeldUntil({ hold: { heldUntil } }: { hold: OwnHold }) {
  return (
    <p className="text-sm">
      <strong>Held for you</strong> until{' '}
      <time dateTime={heldUntil} className="whitespace-nowrap">
        {formatTime(heldUntil)}
      </time>
    </p>
  );
}

function formatTime(isoTime: string): string {
  return new Date(isoTime).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
}
