import { useEffect } from 'react';

/** After a form was refused. */
export function useErrorFocus(result: { done: boolean } | undefined): void {
  useEffect(() => {
    if (result && !result.done) focusFirstError();
  }, [result]);
}

/** Not in what a dialog covers. */
export function focusFirstError(): void {
  const wrong = document.querySelectorAll<HTMLElement>('form [aria-invalid=true]');
  [...wrong].find((field) => !field.closest('[inert], [aria-hidden=true]'))?.focus();
}
