import { type FormEvent, useEffect, useRef } from 'react';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';

/** Keeps what is typed into a form through a reload, for the fields that are no passwords. */
export function useDraft(name: string) {
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!ref.current) return;
    const kept = readDraft(name);
    for (const field of draftFields(ref.current)) {
      const value = kept[field.name];
      // What the browser has put back itself, or somebody has typed before the page was ready, is newer.
      if (value !== undefined && field.value === field.defaultValue) field.value = value;
    }
  }, [name]);

  return {
    ref,
    onInput: (event: FormEvent<HTMLFormElement>) => {
      const values = draftFields(event.currentTarget).map((field) => [field.name, field.value]);
      keepDraft(name, { ...readDraft(name), ...Object.fromEntries(values) });
    },
    forget: () => forgetDraft(name),
  };
}

function draftFields(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter(
    (field) => field instanceof HTMLInputElement && field.type !== 'password' && field.name !== '',
  ) as HTMLInputElement[];
}
