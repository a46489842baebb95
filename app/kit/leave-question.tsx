import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type BlockedNavigation, LeaveGuard, type Place } from './leave-guard.tsx';

export interface LeaveQuestionProps {
  hasChanges: boolean;
  /** Says which links leave the form: by default those to another search too. */
  within?: Place | undefined;
  children: ReactNode;
}

/** Asks before links, Back and Forward discard the changes of a page. */
export function LeaveQuestion({ hasChanges, within = 'search', children }: LeaveQuestionProps) {
  const [leaving, setLeaving] = useState<BlockedNavigation>();

  function finish(leave: boolean) {
    setLeaving(undefined);
    if (leave) leaving?.proceed();
    else leaving?.reset();
  }

  return (
    <>
      <LeaveGuard within={within} hasChanges={() => hasChanges} onLeave={setLeaving} />
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => !open && finish(false)}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        onConfirm={() => finish(true)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
