import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { FieldChoices } from '#domain/merge-fields.ts';
import { showToast } from '#ui/show-toast.ts';
import { type Deed, sendDeed } from './deed.ts';

interface FormDeed {
  address: string;
  /** 'Error saving part' and the like. */
  failure: string;
  /** What the form was opened on; undefined for something new. */
  seen: object | undefined;
  onDone: () => void;
}

/** Sends a dialog's form, one at a time; the dialog closes when it is done, and otherwise keeps what was typed. */
export function useFormDeed({ address, failure, seen, onDone }: FormDeed) {
  const [busy, setBusy] = useState(false);
  const [deed, setDeed] = useState<Deed>();
  const sent = useRef<FormData>(undefined);
  const { revalidate } = useRevalidator();

  async function send(body: FormData) {
    if (busy) return;
    sent.current = body;
    if (seen) body.set('seen', JSON.stringify(seen));
    setBusy(true);
    const came = await sendDeed(address, { body, failure });
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
    errors: deed?.errors ?? {},
    /** Why nothing was saved, where no field is to blame. */
    problem: deed && !deed.done && !deed.errors ? deed.message : undefined,
    conflicts: deed?.conflicts,
    send,
    /** Sends the same form again, with what was chosen for the fields in conflict. */
    async sendChoices(choices: FieldChoices) {
      const body = sent.current;
      if (!body) return;
      body.set('choices', JSON.stringify(choices));
      await send(body);
    },
    /** Back to the form; nothing is saved. */
    leaveConflicts: () => setDeed(undefined),
  };
}
