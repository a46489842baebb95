import { type FormEvent, useRef, useState } from 'react';

/** Submits a form once at a time. `send` returns an error message. */
export function useSubmit(
  send: (fields: Record<string, string>, form: HTMLFormElement) => Promise<string | undefined>,
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const sending = useRef(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    sending.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      const fields = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      );
      setProblem(await send(fields, form));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return { busy, problem, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}
