import { type FormEvent, useEffect, useRef } from 'react';
import { deleteDraft, readDraft, saveDraft } from '#core/accounts/drafts.ts';

export function useDraft(name: string) {
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!ref.current) return;
    const draft = readDraft(name);
    for (const field of draftFields(ref.current)) {
      const value = draft[field.name];
      // A changed value is newer: the browser restored it, or the visitor typed it before hydration.
      if (value !== undefined && field.value === field.defaultValue) field.value = value;
    }
  }, [name]);

  return {
    ref,
    onInput: (event: FormEvent<HTMLFormElement>) => {
      const values = draftFields(event.currentTarget).map((field) => [field.name, field.value]);
      saveDraft(name, { ...readDraft(name), ...Object.fromEntries(values) });
    },
    clear: () => deleteDraft(name),
  };
}

function draftFields(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter(
    (field) =>
      field instanceof HTMLInputElement && !['hidden', 'password'].includes(field.type) && field.name !== '',
  ) as HTMLInputElement[];
}
