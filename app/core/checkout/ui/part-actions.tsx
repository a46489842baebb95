import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useLivePart } from '#core/live/ui/live-store.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { canBeBought } from '#core/catalog/part.ts';
import { useOwnHolds } from '#core/accounts/own-holds.ts';
import { HeldByOtherNote, useWatchOwnHolds } from './held-by-other-note.tsx';

interface PartActionsProps {
  part: CardPart;
  /** In a row. */
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
