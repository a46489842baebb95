import { useEffect, useEffectEvent } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';

export interface BlockedNavigation {
  proceed: () => void;
  reset: () => void;
}

interface LeaveGuardProps {
  hasChanges: () => boolean;
  onLeave: (navigation: BlockedNavigation) => void;
  /** Set it to block links too. Links within the page still work. */
  links?: boolean;
}

/** Blocks Back, Forward, reload, and closing the tab. The router supports one guard, in the outermost dialog. */
export function LeaveGuard({ hasChanges, onLeave, links = false }: LeaveGuardProps) {
  useBeforeUnload((event) => {
    if (hasChanges()) event.preventDefault();
  });
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    const leaves = links ? toPage(currentLocation) !== toPage(nextLocation) : historyAction === 'POP';
    return leaves && hasChanges();
  });
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (blocker.state === 'blocked')
      leave({ proceed: () => blocker.proceed(), reset: () => blocker.reset() });
  }, [blocker]);
  return null;
}

function toPage({ pathname, search }: Location): string {
  return pathname + search;
}
