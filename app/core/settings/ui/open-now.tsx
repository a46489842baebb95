import { useEffect, useState } from 'react';
import { findNextOpening, findOpenState, type OpeningHours, type OpenState } from '../opening-hours.ts';
import { Badge } from '#kit/badge.tsx';

const UPDATE_MS = 30_000;

/**
 * Says that the shop is open, and until when, or when it opens. Only the browser knows when its page is read, so the space is
 * reserved until then.
 */
export function OpenNow({ shop, className = '' }: { shop: OpeningHours; className?: string }) {
  const [state, setState] = useState<OpenState & { opens: string | undefined }>();
  useEffect(() => {
    const update = () => {
      const now = new Date();
      setState({ ...findOpenState(shop, now), opens: findNextOpening(shop, now) });
    };
    update();
    const timer = setInterval(update, UPDATE_MS);
    return () => clearInterval(timer);
  }, [shop]);
  return (
    <p className={`flex min-h-6 flex-wrap items-center gap-2 text-sm ${className}`}>
      {state && (
        <>
          <Badge tone={state.isOpen ? 'good' : 'neutral'}>{state.isOpen ? 'Open now' : 'Closed now'}</Badge>
          {state.closes !== undefined && <span>until {state.closes}</span>}
          {state.opens !== undefined && <span>opens {state.opens}</span>}
          {state.holiday !== undefined && <span>{state.holiday}</span>}
        </>
      )}
    </p>
  );
}
