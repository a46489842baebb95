import { ButtonLink } from '../button-link.tsx';
import { Icon } from '../icons/icon.tsx';

interface PagesProps {
  /** Addresses; null for none. */
  previous: string | null;
  next: string | null;
}

/** Below a list that is paged by cursor. */
export function Pages({ previous, next }: PagesProps) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex justify-center gap-2">
      {previous && (
        <ButtonLink to={previous} preventScrollReset>
          <Icon name="ChevronLeft" /> Previous
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={next} preventScrollReset>
          Next <Icon name="ChevronRight" />
        </ButtonLink>
      )}
    </nav>
  );
}
