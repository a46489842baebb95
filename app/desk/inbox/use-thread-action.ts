import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ThreadAction, threadFailures } from '#core/inbox/inbox.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { showToast } from '#kit/show-toast.ts';

/** Sends an action, and shows what others have done meanwhile, even if it is refused. */
export function useThreadAction(reference: string) {
  const [busy, setBusy] = useState<ThreadAction>();
  const { revalidate } = useRevalidator();

  /** `isForm`: the form says itself why it failed. */
  async function send(
    action: ThreadAction,
    { body = new FormData(), isForm = false } = {},
  ): Promise<ActionResult> {
    if (busy) return { done: false };
    setBusy(action);
    const address = `/admin/inbox/${reference}/${action}`;
    const result = await sendAction(address, { body, failure: threadFailures[action] });
    const { done, message = threadFailures[action] } = result;
    await revalidate();
    setBusy(undefined);
    await showToast({ title: message, kind: done ? 'success' : 'error', isInForm: isForm && !done });
    return { ...result, message };
  }

  return { busy, send };
}
