import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { showToast } from '#ui/show-toast.ts';
import { type Deed, sendDeed } from './deed.ts';

/** Sends a dialog's form, one at a time; the dialog closes when it is done, and otherwise keeps what was typed. */
export function useFormDeed({ failure, onDone }: { failure: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [deed, setDeed] = useState<Deed>();
  const { revalidate } = useRevalidator();

  async function send(address: string, body: FormData) {
    if (busy) return;
    setBusy(true);
    const came = await sendDeed(address, { body, failure });
    setDeed(came);
    if (came.done) {
      await revalidate();
      onDone();
    }
    setBusy(false);
    if (came.message) await showToast({ title: came.message, kind: came.done ? 'success' : 'error' });
  }

  return { busy, errors: deed?.errors ?? {}, conflict: deed?.conflict, send };
}
