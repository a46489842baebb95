import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type BlockedNavigation, LeaveGuard } from './leave-guard.tsx';

interface LeaveQuestionProps {
  hasChanges: boolean;
  children: ReactNode;
}

/** Asks before links, Back and Forward discard the changes of a page. */
export function LeaveQuestion({ hasChanges, children }: LeaveQuestionProps) {
  const [leaving, setLeaving] = useState<BlockedNavigation>();

  function finish(leave: boolean) {
    setLeaving(undefined);
    if (leave) leaving?.proceed();
    else leaving?.reset();
  }

  return (
    <>
      <LeaveGuard links hasChanges={() => hasChanges} onLeave={setLeaving} />
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => !open && finish(false)}
        title="Discard your changes?"
        confirmLabel="Discard Changes"
        cancelLabel="Keep Editing"
        onConfirm={() => finish(true)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
