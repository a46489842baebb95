import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useNavigate } from '#kit/offline.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { followRemoval, rememberPlace } from '#kit/form/place-in-list.ts';
import { Button, type ButtonProps } from '#kit/button.tsx';
import { showToast } from '#kit/show-toast.ts';

interface SendButtonProps extends Omit<ButtonProps, 'onClick'> {
  address: string;
  fields: Readonly<Record<string, string>>;
  /** Example: 'Error: could not undo the change'. */
  failure: string;
  /** Path to open when it is done. */
  leadsTo?: string;
}

/** Sends a change at once, and shows its result. If the button is gone then, its neighbor gets the focus. */
export function SendButton({ address, fields, failure, leadsTo, ...rest }: SendButtonProps) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  async function run(button: HTMLElement) {
    if (busy) return;
    const findFocus = rememberPlace(button);
    setBusy(true);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const { done, message } = await sendAction(address, { body, failure });
    if (done && leadsTo !== undefined) await navigate(leadsTo);
    else {
      followRemoval(findFocus);
      await revalidate();
    }
    setBusy(false);
    if (message) await showToast({ title: message, kind: done ? 'success' : 'error' });
  }
  return <Button {...rest} busy={busy} onClick={({ currentTarget }) => void run(currentTarget)} />;
}
