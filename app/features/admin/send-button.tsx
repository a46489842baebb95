import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { sendAction } from '#ui/actions/action-result.ts';
import { Button, type ButtonProps } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';

interface SendButtonProps extends Omit<ButtonProps, 'onClick'> {
  address: string;
  fields: Readonly<Record<string, string>>;
  /** Such as 'Error: could not undo the change'. */
  failure: string;
  /** Where to go when it is done. */
  leadsTo?: string;
}

/** Sends a change at once, and shows its result. */
export function SendButton({ address, fields, failure, leadsTo, ...button }: SendButtonProps) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  async function run() {
    if (busy) return;
    setBusy(true);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const { done, message } = await sendAction(address, { body, failure });
    if (done && leadsTo !== undefined) await navigate(leadsTo);
    else await revalidate();
    setBusy(false);
    if (message) await showToast({ title: message, kind: done ? 'success' : 'error' });
  }
  return <Button {...button} busy={busy} onClick={() => void run()} />;
}
