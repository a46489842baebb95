import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { FieldChoices } from '../merge-fields.ts';
import { showToast } from '#kit/show-toast.ts';
import type { ActionResult } from '../action-result.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { useErrorFocus } from '#kit/form/focus-first-error.ts';

interface FormAction {
  address: string;
  /** Example: 'Error saving part'. */
  failure: string;
  /** Values when the form was opened. Undefined for a new row. */
  seen: object | undefined;
  /** True if an alert says why it failed. Otherwise a toast does. */
  hasAlert?: boolean;
  onDone: () => void;
}

/** Closes the dialog on success and keeps the input on failure. */
export function useFormAction({ address, failure, seen, hasAlert = false, onDone }: FormAction) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ActionResult>();
  const sent = useRef<FormData>(undefined);
  const { revalidate } = useRevalidator();

  useErrorFocus(result);

  async function send(body: FormData) {
    if (busy) return;
    sent.current = body;
    if (seen) body.set('seen', JSON.stringify(seen));
    setBusy(true);
    const next: ActionResult = await sendAction<ActionResult>(address, { body, failure });
    setResult(next);
    if (next.done) {
      await revalidate();
      onDone();
    }
    setBusy(false);
    if (next.message && (next.done || next.errors || !hasAlert)) {
      await showToast({
        title: next.message,
        description: next.note,
        kind: next.done ? 'success' : 'error',
      });
    }
  }

  return {
    busy,
    errors: result?.errors ?? {},
    /** An error that is not about a field. */
    problem: result && !result.done && !result.errors ? result.message : undefined,
    /** Name of the field that `problem` is about. */
    wrongField: result?.field,
    conflicts: result?.conflicts,
    send,
    async sendChoices(choices: FieldChoices) {
      const body = sent.current;
      if (!body) return;
      body.set('choices', JSON.stringify(choices));
      await send(body);
    },
    dismissConflicts: () => setResult(undefined),
  };
}
