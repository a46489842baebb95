/** Runs in the page. Lists controls that a finger misses: less than 24 px, or less than 44 px for a phone's main button. */
export function findSmallTargets(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, textarea, summary',
  );
  return [...controls].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert]')) return [];
    // A link that covers its card is as large as that.
    if (getComputedStyle(control, '::after').position === 'absolute') return [];
    // A box is chosen by its label, too.
    const { labels } = control as HTMLInputElement;
    const label = control.matches('[type=checkbox], [type=radio]') && labels?.[0];
    const { width, height } = (label || control).getBoundingClientRect();
    // Only screen readers have it.
    if (width <= 1) return [];
    // The page of components shows a small one.
    const least = control.matches('.button-primary') && location.pathname !== '/design' ? 44 : 24;
    return Math.min(width, height) < least - 0.5
      ? [`${Math.round(width)} x ${Math.round(height)} px: ${control.outerHTML.slice(0, 160)}`]
      : [];
  });
}
