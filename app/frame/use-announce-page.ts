import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The live region that names the new page. */
export const ANNOUNCER_ID = 'announcer';

/** Names the new page and moves the focus to its heading, after each navigation but the first load. */
export function useAnnouncePage(): void {
  const location = useLocation();
  const type = useNavigationType();
  const shown = useRef(location);
  useEffect(() => {
    const from = shown.current;
    shown.current = location;
    if (from !== location)
      void import('./announce-page.ts').then(
        ({ announcePage }) => announcePage(from, location, type),
        console.warn,
      );
  }, [location, type]);
}
