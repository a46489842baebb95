import { useLocation, useNavigation } from 'react-router';

/** A bar while a page loads for longer than 300 ms (components.css). Entering the admin panel says so at once. */
export function NavigationProgress() {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const isEntering = state === 'loading' && isAdmin(location.pathname) && !isAdmin(pathname);
  return (
    <div role="status" className="fixed inset-x-0 top-3 z-20 flex justify-center">
      {state !== 'idle' && (
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
