import { lazy, type ReactNode, Suspense, useRef, useEffect } from 'react';
import { useLivePart } from '#core/live/ui/live-store.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { canBeBought } from '#core/catalog/part.ts';
import { useOwnHolds } from '#core/accounts/own-holds.ts';

interface PartActionsProps {
  part: CardPart;
  children: ReactNode;
}

const HeldForYou = lazy(() => import('./held-for-you.tsx'));

export function PartActions({ part, children }: PartActionsProps) {
  const { part: now } = useLivePart(part);
  const holds = useOwnHolds(part.id);
  const container = useRef<HTMLDivElement>(null);
  const isHeld = holds.length > 0;
  useWatchOwnHolds(!isHeld && now.allHeld === true);
  return (
    <div ref={container} tabIndex={-1} className="part-actions">
      {isHeld && (
        <Suspense>
          <HeldForYou name={part.name} holds={holds} onCanceled={() => container.current?.focus()} />
        </Suspense>
      )}
      {!isHeld && part.allHeld && <HeldByOtherNote isOver={!now.allHeld} />}
      {(!isHeld || canBeBought(now)) && children}
    </div>
  );
}

/** The same user may hold the part in another browser. */
export function useWatchOwnHolds(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const watching = import('./own-payments.ts').then(
      (module) => module.watchOwnHoldsWhenSignedIn(),
      console.warn,
    );
    return () => void watching.then((stop) => stop?.());
  }, [isNeeded]);
}

/** Keeps its space after the payment, so that the buttons below do not move. */
function HeldByOtherNote({ isOver }: { isOver: boolean }) {
  return (
    <p className={`text-sm text-muted ${isOver ? 'invisible' : ''}`}>
      In another shopper&apos;s checkout. Check back soon.
    </p>
  );
}
