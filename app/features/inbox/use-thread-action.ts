import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ThreadAction, threadFailures } from '#domain/inbox.ts';
import { sendAction } from '#ui/actions/action-result.ts';
import { showToast } from '#ui/show-toast.ts';

/** Sends an action, and shows what others have done meanwhile, even if it is refused. */
export function useThreadAction(reference: string) {
  const [busy, setBusy] = useState<ThreadAction>();
  const { revalidate } = useRevalidator();

  /** Returns the problem, or undefined if it is done. */
  async function send(action: ThreadAction, body = new FormData()): Promise<string | undefined> {
    if (busy) return undefined;
    setBusy(action);
    const address = `/admin/inbox/${reference}/${action}`;
    const { done, message = threadFailures[action] } = await sendAction(address, {
      body,
      failure: threadFailures[action],
    });
    await revalidate();
    setBusy(undefined);
    await showToast({ title: message, kind: done ? 'success' : 'error' });
    return done ? undefined : message;
  }

  return { busy, send };
}
