import { useEffect } from 'react';

/** Focuses the first error after a form was refused. */
export function useErrorFocus(result: { done: boolean } | undefined): void {
  useEffect(() => {
    if (result && !result.done) focusFirstError();
  }, [result]);
}

/** Skips fields behind an open dialog. */
export function focusFirstError(): void {
  const wrong = document.querySelectorAll<HTMLElement>('form [aria-invalid=true]');
  [...wrong].find((field) => !field.closest('[inert], [aria-hidden=true]'))?.focus();
}
