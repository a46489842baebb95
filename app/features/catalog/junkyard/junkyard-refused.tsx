import { ButtonLink } from '#ui/button-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { MAX_QUERY_LENGTH } from './junkyard-address.ts';
import { JunkyardFrame } from './junkyard-frame.tsx';
import type { JunkyardRefusal } from './junkyard-list.server.ts';

interface JunkyardRefusedProps {
  /** Of the refused address. */
  parameters: URLSearchParams;
  refusal: JunkyardRefusal;
}

export function JunkyardRefused({ parameters, refusal }: JunkyardRefusedProps) {
  const isTooLong = refusal === 'search too long';
  const others = new URLSearchParams(parameters);
  others.delete('after');
  if (isTooLong) others.delete('q');
  return (
    <JunkyardFrame query={others.get('q') ?? ''}>
      <ErrorState
        title="Error Loading Parts"
        action={
          <ButtonLink to={`/junkyard?${others}`} variant="primary">
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
