const EVENTS = ['pointerover', 'pointerdown', 'keydown', 'focusin'];

/**
 * Resolves when the visitor first uses the page. A lazy part that waits for it keeps the server's HTML until then: its links work
 * without scripts.
 */
export function whenTouched(): Promise<void> {
  // After a navigation, the page was used.
  if (navigator.userActivation?.hasBeenActive !== false) return Promise.resolve();
  return new Promise((resolve) => {
    const controller = new AbortController();
    const onTouch = () => {
      controller.abort();
      resolve();
    };
    for (const event of EVENTS) addEventListener(event, onTouch, { signal: controller.signal });
  });
}
