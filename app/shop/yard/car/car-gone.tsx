import { YARD_PATH } from '#core/yard/public-car.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';

export function CarGone() {
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-12">
      <EmptyState
        level={1}
        title="This car is no longer in our yard"
        action={
          <>
            <ButtonLink to={YARD_PATH} variant="primary">
              Cars in our yard
            </ButtonLink>
            <ButtonLink to="/request">Request a Part</ButtonLink>
          </>
        }
      >
        Its parts may still be here. Tell us what you need, and we&apos;ll look for it.
      </EmptyState>
    </main>
  );
}
