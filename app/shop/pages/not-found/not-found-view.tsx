import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';

export function NotFound() {
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-16">
      <EmptyState
        level={1}
        drawing="search"
        title="Page Not Found"
        action={
          <ButtonLink to="/" variant="primary">
            Return Home
          </ButtonLink>
        }
      >
        This page doesn&apos;t exist. The part may have been sold, or the link may contain a typo.
      </EmptyState>
    </main>
  );
}
