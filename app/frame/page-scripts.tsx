import { useEffect, useState, useSyncExternalStore } from 'react';
import { Scripts, ScrollRestoration, useLocation } from 'react-router';
import { EARLY_INPUT_SCRIPT } from './early-input.ts';

const never = () => () => {};

/** Only in the server's HTML. After a failure React would create scripts from HTML, which the policy forbids. */
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
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? EARLY_INPUT_SCRIPT : '' }}
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
