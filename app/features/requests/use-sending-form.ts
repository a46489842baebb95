import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { prepareToasts } from '#ui/show-toast.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { checkForm, problemFrom, type Problems } from './form-problems.ts';
import type { NotTaken } from './send.ts';

export type Fields = Record<string, string>;

interface SendingForm {
  /** Sends the fields. Undefined: they are stored. */
  onSend: (fields: Fields) => Promise<NotTaken | undefined>;
  /** They are stored. */
  onSent: (fields: Fields) => void;
  /** They are not, and the form keeps them. Problems with a field stand at that field. */
  onNotSent: (reason: NotTaken) => void;
}

/**
 * A form that is idle, submitting, sent or not sent (Spec §4). While it is on its way it takes no second submit, and
 * its fields are off. Until scripts run, it is an ordinary form that the browser checks and sends.
 */
export function useSendingForm({ onSend, onSent, onNotSent }: SendingForm) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const scripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const sending = useRef(false);

  // A network that fails must still be told of.
  useEffect(() => whenIdle(() => void prepareToasts().catch(() => undefined)), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const found = checkForm(form);
    setProblems(found);
    if (Object.keys(found).length > 0) return;

    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    sending.current = true;
    setBusy(true);
    const notTaken = await onSend(fields);
    sending.current = false;
    setBusy(false);
    if (!notTaken) return onSent(fields);
    onNotSent(notTaken);
    // Its fields are on again after the next paint only.
    requestAnimationFrame(() => setProblems(problemFrom(form, notTaken)));
  }

  function forget(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    if (name in problems)
      setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => field !== name)));
  }

  return {
    busy,
    problems,
    form: {
      noValidate: scripted,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: forget,
    },
  };
}
