import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import { checkForm, toProblems, type Problems } from '../form-problems.ts';
import type { PostError } from '../post-form.ts';

export type Fields = Record<string, string>;

interface FormSubmission {
  onSubmit: (fields: Fields) => Promise<PostError | undefined>;
  onSuccess: (fields: Fields) => void;
  onError: (reason: PostError) => void;
}

/** Submits a form once at a time. Before hydration, the browser validates and submits it. */
export function useFormSubmission({ onSubmit, onSuccess, onError }: FormSubmission) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const scripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const sending = useRef(false);

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
    const failure = await onSubmit(fields);
    sending.current = false;
    setBusy(false);
    if (!failure) return onSuccess(fields);
    onError(failure);
    // The fields are enabled after the next paint.
    requestAnimationFrame(() => setProblems(toProblems(form, failure)));
  }

  function clearProblem(event: FormEvent<HTMLFormElement>) {
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
      onInput: clearProblem,
    },
  };
}
