import { useEffect, useState, useSyncExternalStore } from 'react';
import { Scripts, ScrollRestoration, useLocation } from 'react-router';
import { BEFORE_SCRIPTS } from './before-scripts.ts';

const never = () => () => {};

/**
 * The scripts of a page. They stand in the server's HTML only: where React renders the whole document again, after a
 * failure, it would create script elements from HTML, which the page's policy forbids.
 */
export function PageScripts() {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isFromServer] = useState(hydrating);
  const { pathname } = useLocation();
  if (!isFromServer) return <ScrollToTop key={pathname} />;
  return (
    <>
      <script
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? BEFORE_SCRIPTS : '' }}
      />
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

function ScrollToTop() {
  useEffect(() => void scrollTo(0, 0), []);
  return null;
}
