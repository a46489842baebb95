import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { FieldChoices } from '#domain/merge-fields.ts';
import { showToast } from '#ui/show-toast.ts';
import { type ActionResult, sendAction } from './action-result.ts';

interface FormAction {
  address: string;
  /** 'Error saving part' and the like. */
  failure: string;
  /** The values that the form was opened with; undefined for a new row. */
  seen: object | undefined;
  onDone: () => void;
}

/** Sends a dialog's form once at a time. The dialog closes on success, and keeps its input otherwise. */
export function useFormAction({ address, failure, seen, onDone }: FormAction) {
  const [busy, setBusy] = useState(false);
  const [result, setDeed] = useState<ActionResult>();
  const sent = useRef<FormData>(undefined);
  const { revalidate } = useRevalidator();

  async function send(body: FormData) {
    if (busy) return;
    sent.current = body;
    if (seen) body.set('seen', JSON.stringify(seen));
    setBusy(true);
    const came = await sendAction(address, { body, failure });
    setDeed(came);
    if (came.done) {
      await revalidate();
      onDone();
    }
    setBusy(false);
    if (came.message) {
      await showToast({
        title: came.message,
        description: came.note,
        kind: came.done ? 'success' : 'error',
      });
    }
  }

  return {
    busy,
    errors: result?.errors ?? {},
    /** Why nothing was saved, if it is not about one field. */
    problem: result && !result.done && !result.errors ? result.message : undefined,
    conflicts: result?.conflicts,
    send,
    /** Sends the same form again with the choices for the fields in conflict. */
    async sendChoices(choices: FieldChoices) {
      const body = sent.current;
      if (!body) return;
      body.set('choices', JSON.stringify(choices));
      await send(body);
    },
    /** Returns to the form without saving. */
    dismissConflicts: () => setDeed(undefined),
  };
}
