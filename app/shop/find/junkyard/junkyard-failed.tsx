import { useLocation } from 'react-router';
import { ButtonLink } from '#kit/button-link.tsx';
import { ErrorState } from '#kit/error-state.tsx';
import type { JunkyardRefusal } from './junkyard-list.server.ts';

export interface JunkyardFailure {
  requestId?: string;
  refusal?: JunkyardRefusal;
}

/** @param maxLength Maximum characters of a search. */
export function JunkyardFailed({ requestId, refusal, maxLength }: JunkyardFailure & { maxLength: number }) {
  const { pathname, search } = useLocation();
  if (refusal) return <Refused {...{ search, refusal, maxLength }} />;
  return (
    <ErrorState
      title="Error Loading Parts"
      {...(requestId && { requestId })}
      action={
        <ButtonLink to={`${pathname}${search}`} reloadDocument variant="primary">
          Try again
        </ButtonLink>
      }
    >
      Failed to load parts
    </ErrorState>
  );
}

interface RefusedProps {
  /** The query string of the refused address. */
  search: string;
  refusal: JunkyardRefusal;
  maxLength: number;
}

function Refused({ search, refusal, maxLength }: RefusedProps) {
  const isTooLong = refusal === 'search too long';
  const others = new URLSearchParams(search);
  others.delete('after');
  if (isTooLong) others.delete('q');
  return (
    <ErrorState
      title="Error Loading Parts"
      action={
        <ButtonLink to={`/junkyard?${others}`} variant="primary">
          {isTooLong ? 'New search' : 'Back to the first page'}
        </ButtonLink>
      }
    >
      {isTooLong ? `Please search with at most ${maxLength} characters.` : 'This link is no longer valid.'}
    </ErrorState>
  );
}
