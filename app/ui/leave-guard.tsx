import { useEffect, useEffectEvent } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';

export interface BlockedNavigation {
  proceed: () => void;
  reset: () => void;
}

interface LeaveGuardProps {
  hasChanges: () => boolean;
  onLeave: (navigation: BlockedNavigation) => void;
  /** For a form in a page. A dialog covers the links. */
  alsoLinks?: boolean;
}

/** Blocks Back, Forward, reload, and closing the tab. The router supports one guard, in the outermost dialog. */
export function LeaveGuard({ hasChanges, onLeave, alsoLinks = false }: LeaveGuardProps) {
  useBeforeUnload((event) => {
    if (hasChanges()) event.preventDefault();
  });
  const blocker = useBlocker(({ historyAction }) => (alsoLinks || historyAction === 'POP') && hasChanges());
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (blocker.state === 'blocked')
      leave({ proceed: () => blocker.proceed(), reset: () => blocker.reset() });
  }, [blocker]);
  return null;
}
