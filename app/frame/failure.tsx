import { isRouteErrorResponse, useLocation } from 'react-router';
import { ButtonLink } from '#ui/button-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { useFailedRequest } from './failed-request.ts';
import { useShop } from '#ui/use-shop.ts';

/** Does not use the database, which may have failed. */
export function Failure({ error }: { error: unknown }) {
  const shop = useShop();
  const { pathname, search } = useLocation();
  const { id, attribute } = useFailedRequest();
  const refused = isRouteErrorResponse(error) && error.status < 500;
  return (
    <main {...attribute} className="mx-auto w-full max-w-page px-gutter py-16">
      <ErrorState
        level={1}
        title={refused ? "That Didn't Work" : 'Something Went Wrong'}
        {...(id !== undefined && { requestId: id })}
        action={
          <>
            <ButtonLink to={`${pathname}${search}`} reloadDocument variant="primary">
              Try Again
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
