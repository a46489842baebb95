import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { computeToastOffset } from './toast-offset.ts';

const DIALOG_BUTTONS = ':is([role=dialog], [role=alertdialog]) button';

/** Updates the position in each frame, because pages scroll and dialogs move. `translate` avoids a new layout. */
export function useToastPosition(causes: readonly Element[], shown: boolean) {
  const viewport = useRef<HTMLDivElement>(null);
  const updatePosition = useEffectEvent((from?: number) => {
    const element = viewport.current;
    if (!element) return;
    const offset = from ?? -Number.parseFloat(element.style.translate.split(' ')[1] ?? '0');
    const { left, right, height } = element.getBoundingClientRect();
    const { activeElement } = document;
    const focused = activeElement?.matches('a, button, input, select, textarea, [role=tab]')
      ? [activeElement]
      : [];
    const isElsewhere = (control: Element) => !element.contains(control);
    const next = computeToastOffset({
      toasts: { left, right, height },
      screenHeight: document.documentElement.clientHeight,
      offset,
      causes: listBoxes(causes.filter(isElsewhere)),
      controls: listBoxes(
        [...focused, ...document.querySelectorAll(DIALOG_BUTTONS), ...causes.flatMap(findNear)].filter(
          isElsewhere,
        ),
      ),
    });
    if (next !== offset || from !== undefined) element.style.translate = `0 ${-next}px`;
  });

  useLayoutEffect(() => {
    if (shown) updatePosition(0);
  }, [shown]);

  useEffect(() => {
    if (!shown) return;
    let frame = requestAnimationFrame(function update() {
      updatePosition();
      frame = requestAnimationFrame(update);
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);

  return viewport;
}

/** The name and the price of the part that a control is about, or the controls of its form. */
function findNear(control: Element): Element[] {
  const form = control.closest('main form');
  if (form) return [...form.querySelectorAll('a, button, input')];
  const part = control.closest('.part-card') ?? control.closest('main');
  return ['h1, .part-name', '.price'].flatMap((selector) => part?.querySelector(selector) ?? []);
}

function listBoxes(elements: readonly Element[]): DOMRect[] {
  return elements
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}
