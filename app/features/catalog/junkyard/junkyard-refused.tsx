import { ButtonLink } from '#ui/button-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { junkyardAddress, type JunkyardSearch, MOST_LETTERS } from './junkyard-address.ts';
import { JunkyardFrame } from './junkyard-frame.tsx';
import type { JunkyardRefusal } from './junkyard-list.server.ts';

interface JunkyardRefusedProps {
  search: JunkyardSearch;
  refusal: JunkyardRefusal;
}

/** The junkyard page at an address that can't be answered: what is wrong with it, and the way back to the parts. */
export function JunkyardRefused({ search, refusal }: JunkyardRefusedProps) {
  const isTooLong = refusal === 'search too long';
  return (
    <JunkyardFrame wanted={isTooLong ? '' : search.q}>
      <ErrorState
        title="Error Loading Parts"
        action={
          <ButtonLink to={junkyardAddress(isTooLong ? { ...search, q: '' } : search)} variant="primary">
            {isTooLong ? 'Search anew' : 'Back to the first parts'}
          </ButtonLink>
        }
      >
        {isTooLong
          ? `A search must have at most ${MOST_LETTERS} characters`
          : 'The link to this page of the list is not valid'}
      </ErrorState>
    </JunkyardFrame>
  );
}
