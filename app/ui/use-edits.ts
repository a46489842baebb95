import { type SyntheticEvent, useRef } from 'react';

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Whether anything that somebody typed or chose in the forms inside an element differs from what was there before.
 * What a script fills in is no edit, and a field that is taken back is none either.
 */
export function useEdits() {
  const before = useRef(new Map<FormField, string>());
  const edited = useRef(new Set<FormField>());

  /** Before a field can change: by focus, by pointer or by key. */
  function look(event: SyntheticEvent) {
    const field = fieldOf(event);
    if (field && !edited.current.has(field)) before.current.set(field, valueOf(field));
  }

  function edit(event: SyntheticEvent) {
    const field = fieldOf(event);
    if (!field) return;
    // A file is chosen in a window of the browser's own.
    if (field.type === 'file' && !before.current.has(field)) before.current.set(field, '');
    edited.current.add(field);
  }

  return {
    handlers: {
      onFocusCapture: look,
      onPointerDownCapture: look,
      onKeyDownCapture: look,
      onInputCapture: edit,
    },
    /** Asked at the moment when it matters; a form that is gone has no edits. */
    hasEdits: () =>
      [...edited.current].some((field) => field.isConnected && before.current.get(field) !== valueOf(field)),
  };
}

/** Events of a dialog inside the dialog come here too: React sends them along its own tree. */
function fieldOf({ target, currentTarget }: SyntheticEvent): FormField | undefined {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isField && currentTarget.contains(target) ? target : undefined;
}

function valueOf(field: FormField): string {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    return String(field.checked);
  }
  return field.value;
}
