import { useEffect, useState, useSyncExternalStore } from 'react';
import { Scripts, ScrollRestoration, useLocation } from 'react-router';
import { WAIT_SCRIPT } from './app-start.ts';
import { START_SCRIPT } from './start-script.ts';

const never = () => () => {};

/** Detects the server's HTML. After a failure, React would create scripts from HTML, which the policy forbids. */
function useIsFromServer(): boolean {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(hydrating)[0];
}

function InlineScript({ children }: { children: string }) {
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: children }} />;
}

/** Belongs in the head. */
export function StartScript() {
  return useIsFromServer() && <InlineScript>{import.meta.env.SSR ? START_SCRIPT : ''}</InlineScript>;
}

/** Belongs at the end of the body. */
export function PageScripts() {
  const isFromServer = useIsFromServer();
  const { pathname } = useLocation();
  if (!isFromServer) return <ScrollToTop key={pathname} />;
  return (
    <>
      <InlineScript>{import.meta.env.SSR ? WAIT_SCRIPT : ''}</InlineScript>
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

function ScrollToTop() {
  useEffect(() => void scrollTo(0, 0), []);
  return null;
}
