import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { ButtonLink } from '#kit/button-link.tsx';
import { ErrorState } from '#kit/error-state.tsx';
import { useNavigate } from '#kit/offline.ts';
import { useFailedRequest } from './failed-request.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';

/** Uses no database, because it may have failed. */
export function Failure({ error }: { error: unknown }) {
  const shop = useShop();
  const { pathname, search } = useLocation();
  const { id, attribute } = useFailedRequest();
  const refused = isRouteErrorResponse(error) && error.status < 500;
  if (isConnectionError(error)) return <NoConnection to={`${pathname}${search}`} phone={shop.phone} />;
  return (
    <main {...attribute} className="mx-auto w-full max-w-page px-gutter py-16">
      <ErrorState
        level={1}
        title={refused ? "That didn't work" : 'Something went wrong'}
        {...(id !== undefined && { requestId: id })}
        action={
          <>
            <ButtonLink to={`${pathname}${search}`} reloadDocument variant="primary">
              Try again
            </ButtonLink>
            <ButtonLink to="/" reloadDocument>
              Return Home
            </ButtonLink>
          </>
        }
      >
        {refused
          ? "We couldn't process this request."
          : 'The problem is on our side. Please try again in a moment.'}
        {id !== undefined && ` If the problem persists, call ${shop.phone} and tell us the reference.`}
      </ErrorState>
    </main>
  );
}

/** Recognizes the error of a fetch without an answer by its message, which errors of scripts do not have. */
function isConnectionError(error: unknown): boolean {
  // The server's own requests can fail too.
  if (import.meta.env.SSR) return false;
  const isFetch = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
  return isFetch || !navigator.onLine;
}

interface NoConnectionProps {
  to: string;
  phone: string;
}

/** Loads the page by itself once the connection is back. */
function NoConnection({ to, phone }: NoConnectionProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const controller = new AbortController();
    const load = () => void navigate(to, { replace: true });
    window.addEventListener('online', load, { signal: controller.signal });
    return () => controller.abort();
  }, [navigate, to]);
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-16">
      <ErrorState
        level={1}
        title="You are offline"
        action={
          <>
            <ButtonLink to={to} replace variant="primary">
              Try again
            </ButtonLink>
            <ButtonLink to="/">Return Home</ButtonLink>
          </>
        }
      >
        {`This page could not be loaded. Your cart is kept in this browser. Check your connection and try again, or call us at ${phone}.`}
      </ErrorState>
    </main>
  );
}
