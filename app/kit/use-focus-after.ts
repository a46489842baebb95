import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the heading when controls go away and one of them had it. */
export function useFocusAfter(hasControls: boolean, heading: RefObject<HTMLElement | null>): void {
  const had = useRef(hasControls);
  useEffect(() => {
    if (had.current && !hasControls && document.activeElement === document.body) heading.current?.focus();
    had.current = hasControls;
  }, [hasControls, heading]);
}
