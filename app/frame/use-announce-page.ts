import { useEffect, useRef } from 'react';
import { type Location, useNavigationType } from 'react-router';

/** The live region that names the new page. */
export const ANNOUNCER_ID = 'announcer';

/** Names the new page and moves the focus to its heading, after each navigation but the first load. */
export function useAnnouncePage(location: Location): void {
  const type = useNavigationType();
  const shown = useRef(location);
  useEffect(() => {
    const from = shown.current;
    shown.current = location;
    if (from === location) return;
    const focused = document.activeElement;
    void import('./announce-page.ts').then(
      ({ announcePage }) => announcePage(from, location, type, focused),
      console.warn,
    );
  }, [location, type]);
}
