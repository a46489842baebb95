import { useEffect, useEffectEvent } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';

export interface BlockedNavigation {
  proceed: () => void;
  reset: () => void;
}

/** A place is a path with all its searches, or one search of it. */
export type Place = 'path' | 'search';

interface LeaveGuardProps {
  hasChanges: () => boolean;
  onLeave: (navigation: BlockedNavigation) => void;
  /** Set it to block links too. Links within the place still work. */
  within?: Place;
}

/** Blocks Back, Forward, reload, and closing the tab. The router supports one guard, in the outermost dialog. */
export function LeaveGuard({ hasChanges, onLeave, within }: LeaveGuardProps) {
  useBeforeUnload((event) => {
    if (hasChanges()) event.preventDefault();
  });
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    const leaves = within
      ? toPlace(currentLocation, within) !== toPlace(nextLocation, within)
      : historyAction === 'POP';
    return leaves && hasChanges();
  });
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (blocker.state === 'blocked')
      leave({ proceed: () => blocker.proceed(), reset: () => blocker.reset() });
  }, [blocker]);
  return null;
}

function toPlace({ pathname, search }: Location, within: Place): string {
  return within === 'path' ? pathname : pathname + search;
}
