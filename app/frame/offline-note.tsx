import { useEffect } from 'react';
import { Button } from '#kit/button.tsx';
import { stayWhileOffline, useOfflineNote } from '#kit/offline.ts';

/** Says that the browser is offline after an action that needs a connection. It needs no file that is not loaded yet. */
export function OfflineNote() {
  const { kept, dismiss } = useOfflineNote();
  useEffect(stayWhileOffline, []);
  if (kept === null) return null;
  return (
    <div
      role="alert"
      className="fixed right-4 bottom-4 left-4 z-40 rounded-md border border-line-strong bg-raised p-4 shadow-raised sm:left-auto sm:w-96 print:hidden"
    >
      <p className="font-semibold">You are offline</p>
      <p className="mt-1 text-sm text-muted">{kept} Check your connection and try again.</p>
      <Button size="small" onClick={dismiss} className="mt-3">
        Dismiss
      </Button>
    </div>
  );
}
