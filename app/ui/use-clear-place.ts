import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { clearLift } from './clear-lift.ts';

const DIALOG_BUTTONS = ':is([role=dialog], [role=alertdialog]) button';

/**
 * Keeps the toasts off what was pressed before they came, and off the control in focus and the buttons of dialogs where
 * there is room. The page goes on meanwhile (it is scrolled, a dialog slides away), so they look at every frame, as
 * long as there are any. They are moved by `translate`: nothing is laid out anew.
 */
export function useClearPlace(causes: readonly Element[], shown: boolean) {
  /** For the element that holds the toasts. */
  const viewport = useRef<HTMLDivElement>(null);
  const place = useEffectEvent((from?: number) => {
    const element = viewport.current;
    if (!element) return;
    const lift = from ?? -Number.parseFloat(element.style.translate.split(' ')[1] ?? '0');
    const { left, right, height } = element.getBoundingClientRect();
    const { activeElement } = document;
    const focused = activeElement?.matches('a, button, input, select, textarea, [role=tab]')
      ? [activeElement]
      : [];
    const isElsewhere = (control: Element) => !element.contains(control);
    const next = clearLift({
      toasts: { left, right, height },
      screenHeight: document.documentElement.clientHeight,
      lift,
      causes: boxes(causes.filter(isElsewhere)),
      controls: boxes([...focused, ...document.querySelectorAll(DIALOG_BUTTONS)].filter(isElsewhere)),
    });
    if (next !== lift || from !== undefined) element.style.translate = `0 ${-next}px`;
  });

  // The next toasts begin at the foot again. Before they are painted.
  useLayoutEffect(() => {
    if (shown) place(0);
  }, [shown]);

  useEffect(() => {
    if (!shown) return;
    let frame = requestAnimationFrame(function look() {
      place();
      frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);

  return viewport;
}

/** What is hidden or gone has no box. */
function boxes(elements: readonly Element[]): DOMRect[] {
  return elements
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}
