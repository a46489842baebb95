import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

const DELAY_MS = 300;

/** Shows a bar while a page loads for longer than DELAY_MS. Entering the admin panel shows a message at once. */
export function NavigationProgress() {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const isLoading = state !== 'idle';
  const [isSlow, setIsSlow] = useState(false);
  const isEntering = state === 'loading' && isAdmin(location.pathname) && !isAdmin(pathname);

  // A delay by styles alone would make the browser compute the styles of the whole page for a bar that is never seen.
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsSlow(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);

  return (
    <div role="status" className="fixed inset-x-0 top-3 z-20 flex justify-center">
      {isLoading && isSlow && (
        <p className="page-progress">
          <span className="sr-only">Loading page</span>
        </p>
      )}
      {isEntering && (
        <p className="rounded-md border border-line-strong bg-raised px-4 py-2 shadow-raised">Loading...</p>
      )}
    </div>
  );
}

function isAdmin(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname);
}
