import { ButtonLink } from '#ui/button-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { junkyardAddress, type JunkyardSearch, MAX_QUERY_LENGTH } from './junkyard-address.ts';
import { JunkyardFrame } from './junkyard-frame.tsx';
import type { JunkyardRefusal } from './junkyard-list.server.ts';

interface JunkyardRefusedProps {
  search: JunkyardSearch;
  refusal: JunkyardRefusal;
}

export function JunkyardRefused({ search, refusal }: JunkyardRefusedProps) {
  const isTooLong = refusal === 'search too long';
  return (
    <JunkyardFrame query={isTooLong ? '' : search.q}>
      <ErrorState
        title="Error Loading Parts"
        action={
          <ButtonLink to={junkyardAddress(isTooLong ? { ...search, q: '' } : search)} variant="primary">
            {isTooLong ? 'New Search' : 'Back to the first page'}
          </ButtonLink>
        }
      >
        {isTooLong
          ? `Please search with at most ${MAX_QUERY_LENGTH} characters.`
          : 'This link is no longer valid.'}
      </ErrorState>
    </JunkyardFrame>
  );
}
