import { type SyntheticEvent, useRef } from 'react';

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Detects fields that the user changed, and did not change back, within an element. */
export function useEdits() {
  const originalValues = useRef(new Map<FormField, string>());
  const edited = useRef(new Set<FormField>());

  function recordValue(event: SyntheticEvent) {
    const field = findField(event);
    if (field && !edited.current.has(field)) originalValues.current.set(field, readValue(field));
  }

  function recordEdit(event: SyntheticEvent) {
    const field = findField(event);
    if (!field) return;
    // The file picker fires no earlier event.
    if (field.type === 'file' && !originalValues.current.has(field)) originalValues.current.set(field, '');
    edited.current.add(field);
  }

  return {
    handlers: {
      onFocusCapture: recordValue,
      onPointerDownCapture: recordValue,
      onKeyDownCapture: recordValue,
      onInputCapture: recordEdit,
    },
    hasEdits: () =>
      [...edited.current].some(
        (field) => field.isConnected && originalValues.current.get(field) !== readValue(field),
      ),
  };
}

/** Ignores fields that are saved at once, and events of nested dialogs, which React bubbles through its own tree. */
function findField({ target, currentTarget }: SyntheticEvent): FormField | undefined {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  const isEdit = isField && currentTarget.contains(target) && !target.closest('[data-saved-at-once]');
  return isEdit ? target : undefined;
}

function readValue(field: FormField): string {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    return String(field.checked);
  }
  return field.value;
}
