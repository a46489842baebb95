import { useEffect, useEffectEvent } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';

/** Back or Forward was pressed, and waits for one of the two. */
export interface Leaving {
  goOn: () => void;
  stay: () => void;
}

interface LeaveGuardProps {
  hasChanges: () => boolean;
  onLeave: (leaving: Leaving) => void;
}

/**
 * Asks before Back, Forward, a reload or the closing of the tab throws changes away. A link or a script that leads
 * elsewhere is meant. The router knows one guard at a time: only the outermost dialog has it, and only while it is open.
 */
export function LeaveGuard({ hasChanges, onLeave }: LeaveGuardProps) {
  useBeforeUnload((event) => {
    if (hasChanges()) event.preventDefault();
  });
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && hasChanges());
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (blocker.state === 'blocked') leave({ goOn: () => blocker.proceed(), stay: () => blocker.reset() });
  }, [blocker]);
  return null;
}
