/** A ref for a control that replaces the focused one. */
export function focusOnMount(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
}
