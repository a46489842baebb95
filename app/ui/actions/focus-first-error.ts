/** After a form was refused. Not in what a dialog covers. */
export function focusFirstError(): void {
  const wrong = document.querySelectorAll<HTMLElement>('form [aria-invalid=true]');
  [...wrong].find((field) => !field.closest('[inert], [aria-hidden=true]'))?.focus();
}
