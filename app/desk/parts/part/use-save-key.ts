import { type RefObject, useEffect } from 'react';

/** Submits a form on Ctrl+Enter or Cmd+Enter in each of its fields. Nested dialogs, which are elsewhere in the document, are not in it. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    function listen(event: KeyboardEvent) {
      const isField = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isField) return;
      event.preventDefault();
      if (!event.repeat) element?.requestSubmit();
    }
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [form]);
}
