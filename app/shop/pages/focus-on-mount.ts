export function focusOnMount(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
}
