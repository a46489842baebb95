import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { formatRequestUrl } from '#core/catalog/request-url.ts';
import type { Part } from '#core/catalog/part.ts';
import { RelatedParts } from '#core/fitment/ui/related-parts.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';

interface PartGoneProps {
  words: string[];
  similar: Part[];
}

export function PartGone({ words, similar }: PartGoneProps) {
  const shop = useShop();
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-12">
      <EmptyState
        level={1}
        title="This part is no longer available"
        action={
          <>
            <ButtonLink to={formatRequestUrl({ part: words.join(' ') })} variant="primary">
              Request a Part
            </ButtonLink>
            <ButtonLink to="/">Return Home</ButtonLink>
          </>
        }
      >
        It was sold or is no longer listed. Tell us what you need, and we&apos;ll answer within{' '}
        {shop.responseTime}.
      </EmptyState>
      <RelatedParts title="Similar parts" parts={similar} showVehicle />
    </main>
  );
}
