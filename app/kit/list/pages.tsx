import { ButtonLink } from '../button-link.tsx';
import { Icon } from '../icons/icon.tsx';

interface PagesProps {
  /** The address is null if there is no such page. */
  previous: string | null;
  next: string | null;
}

/** Shows the links below a list that is paged by cursor. */
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
