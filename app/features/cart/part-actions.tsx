import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useLivePart } from '#live';
import { canBeBought, type Part } from '#domain/part.ts';
import { useOwnHolds } from '#ui/own-holds.ts';
import { HeldByOtherNote, useWatchOwnHolds } from './held-by-other-note.tsx';

interface PartActionsProps {
  part: Part;
  children: ReactNode;
}

const HeldForYou = lazy(() => import('./held-for-you.tsx'));

export function PartActions({ part, children }: PartActionsProps) {
  const { part: now } = useLivePart(part);
  const holds = useOwnHolds(part.id);
  const container = useRef<HTMLDivElement>(null);
  const isHeld = holds.length > 0;
  useWatchOwnHolds(!isHeld && now.allHeld);
  return (
    <div ref={container} tabIndex={-1} className="grid gap-3 outline-none">
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
