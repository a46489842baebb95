import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { canBeBought, type Part } from '#domain/part.ts';
import { useOwnHolds } from '#ui/own-holds.ts';
import { SomeoneIsPaying } from './someone-is-paying.tsx';

interface PartActionsProps {
  part: Part;
  /** What everybody can do with the part. */
  children: ReactNode;
}

/** Most visitors hold nothing: it is fetched for those who do. */
const HeldForYou = lazy(() => import('./held-for-you.tsx'));

/** What can be done with a part, for whom it may be held. */
export function PartActions({ part, children }: PartActionsProps) {
  const holds = useOwnHolds(part.id);
  const place = useRef<HTMLDivElement>(null);
  const isHeld = holds.length > 0;
  return (
    <div ref={place} tabIndex={-1} className="grid gap-3 outline-none">
      {isHeld && (
        <Suspense>
          <HeldForYou name={part.name} holds={holds} onGone={() => place.current?.focus()} />
        </Suspense>
      )}
      {!isHeld && part.allHeld && <SomeoneIsPaying />}
      {(!isHeld || canBeBought(part)) && children}
    </div>
  );
}
