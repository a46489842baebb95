import { type FormEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { showToast } from '../show-toast.ts';
import { focusFirstError } from './focus-first-error.ts';

/** Why a call did nothing. */
export interface Refusal {
  /** Is shown in the form. */
  problem?: string;
  /** Names of the fields that `problem` is about. */
  fields?: readonly string[];
  /** Field name -> what is wrong with it. */
  errors?: Readonly<Record<string, string>>;
  toast?: { title: string; description?: string };
}

interface CallOptions {
  /** Sends the fields, and does what follows. Throws if no answer comes. */
  call: (fields: Record<string, string>) => Promise<Refusal | undefined>;
  /** The form shows this if no answer comes. */
  lost: Refusal;
  /** Finds errors in the browser's place, as soon as scripts run. */
  check?: (form: HTMLFormElement) => Readonly<Record<string, string>>;
}

const NO_ERRORS = {};

/**
 * Sends a form to a call that programs use too, once at a time. Like useAction, it keeps what was typed in the form and
 * focuses the first error.
 */
export function useCall({ call, lost, check }: CallOptions) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(NO_ERRORS);
  const problemId = useId();
  const sending = useRef(false);
  const isScripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );

  useEffect(() => {
    if (refusal) focusFirstError();
  }, [refusal]);

  function tell(found: Refusal | undefined) {
    setRefusal(found);
    setErrors(found?.errors ?? NO_ERRORS);
    if (!found?.toast) return;
    void showToast({ ...found.toast, kind: 'error', isInForm: found.problem !== undefined });
  }

  async function send(fields: FormData) {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    tell(undefined);
    const texts = [...fields].map(([name, value]) => [name, String(value)] as const);
    const found = await call(Object.fromEntries(texts)).catch(() => lost);
    sending.current = false;
    setBusy(false);
    tell(found);
  }

  return {
    busy,
    errors,
    problem: refusal?.problem,
    /** Id of the element that shows the problem. */
    problemId,
    /** Name of the field that `problem` is about. */
    wrongField: refusal?.fields?.[0],
    /** Returns the id of the element that says what is wrong with the field of this name. */
    errorOf: (name: string) => (refusal?.fields?.includes(name) ? problemId : undefined),
    send: (fields: FormData) => void send(fields),
    form: {
      noValidate: check && isScripted,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        const found = check?.(event.currentTarget) ?? NO_ERRORS;
        if (Object.keys(found).length > 0) tell({ errors: found });
        else void send(new FormData(event.currentTarget));
      },
      onInput(event: FormEvent<HTMLFormElement>) {
        const { name } = event.target as HTMLInputElement;
        if (name in errors)
          setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name)));
      },
    },
  };
}
