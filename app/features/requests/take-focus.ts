/** For a control that stands where the one with the focus stood. */
export function takeFocus(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
}
