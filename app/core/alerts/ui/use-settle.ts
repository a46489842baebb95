import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { sendAction } from '#kit/actions/send-action.ts';
import { showToast } from '#kit/show-toast.ts';

/** The heading of the alerts gets the focus when a button is gone. */
export const ALERTS_HEADING = 'alerts';

export function focusAlerts(): void {
  document.getElementById(ALERTS_HEADING)?.focus();
}

/** Settles alerts. `settling` is the id of the one in progress. */
export function useSettle(): { settling: string | undefined; settle: (id: string) => Promise<void> } {
  const [settling, setSettling] = useState<string>();
  const { revalidate } = useRevalidator();

  async function settle(id: string) {
    setSettling(id);
    const result = await sendAction(`/admin/alert/${id}`, { failure: 'Error settling alert' });
    await revalidate();
    setSettling(undefined);
    if (result.done) focusAlerts();
    if (result.message) await showToast({ title: result.message, kind: result.done ? 'success' : 'error' });
  }
  return { settling, settle };
}
