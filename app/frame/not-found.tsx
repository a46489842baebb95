import { ButtonLink } from '#ui/button-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

export function NotFound() {
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-16">
      <EmptyState
        level={1}
        title="Page Not Found"
        action={
          <ButtonLink to="/" variant="primary">
            Return Home
          </ButtonLink>
        }
      >
        There is nothing at this address. The part may be sold, or the link may have a typing error.
      </EmptyState>
    </main>
  );
}
