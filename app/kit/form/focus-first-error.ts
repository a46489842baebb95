/** Focuses the first error of a refused form. Skips fields behind an open dialog. */
export function focusFirstError(): void {
  const wrong = document.querySelectorAll<HTMLElement>('form [aria-invalid=true]');
  [...wrong].find((field) => !field.closest('[inert], [aria-hidden=true]'))?.focus();
}
