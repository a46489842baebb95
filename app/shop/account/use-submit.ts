import { type FormEvent, useEffect, useId, useRef, useState } from 'react';

interface FormProblem {
  text: string;
  /** The names of the wrong fields, if they are known. */
  fields: readonly string[];
}

/** Submits a form once at a time. `send` returns an error message, or a problem with fields. The first of them gets the focus. */
export function useSubmit(
  send: (fields: Record<string, string>, form: HTMLFormElement) => Promise<string | FormProblem | undefined>,
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem>();
  const sending = useRef(false);
  const sent = useRef<HTMLFormElement>(null);
  const problemId = useId();

  useEffect(() => {
    if (problem) sent.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    sent.current = form;
    sending.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      const fields = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      );
      const found = await send(fields, form);
      setProblem(typeof found === 'string' ? { text: found, fields: [] } : found);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    problem: problem?.text,
    /** The id of the element that shows the problem. */
    problemId,
    /** Returns the id of the element that says what is wrong with the field of this name. */
    errorOf: (name: string) => (problem?.fields.includes(name) ? problemId : undefined),
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
}
