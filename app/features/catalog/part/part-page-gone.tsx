import { ButtonLink } from '#ui/button-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatRequestUrl } from '#domain/request-url.ts';
import { shop } from '#domain/shop.ts';
import type { Part } from '#domain/part.ts';
import { RelatedParts } from './part-page-related.tsx';

interface PartGoneProps {
  /** What its address says about it; may be empty. */
  words: string[];
  similar: Part[];
}

/** The page of a part that the shop no longer lists: what comes near, and the way to ask for it. */
export function PartGone({ words, similar }: PartGoneProps) {
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-12">
      <EmptyState
        level={1}
        title="This Part Is Gone"
        action={
          <>
            <ButtonLink to={formatRequestUrl({ part: words.join(' ') })} variant="primary">
              Request a Part
            </ButtonLink>
            <ButtonLink to="/">Return Home</ButtonLink>
          </>
        }
      >
        It is sold or no longer listed. Tell us what you need: part requests are answered within{' '}
        {shop.responseTime}.
      </EmptyState>
      <RelatedParts title="Similar parts" parts={similar} forVehicles />
    </main>
  );
}
