import type { Chip } from '#core/search/text/interpret-query.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { Link } from '#kit/link.tsx';
import { junkyardAddress, type JunkyardSearch } from '#core/search/junkyard-address.ts';

interface SearchChipsProps {
  search: JunkyardSearch;
  chips: readonly Chip[];
}

/** Shows what the search recognized in its text. Each chip links to the same search without it. */
export function SearchChips({ search, chips }: SearchChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Recognized in your search" className="contents">
      {chips.map((chip) => (
        <li key={chip.without}>
          <Link
            to={junkyardAddress({ ...search, q: chip.without, spelling: '' })}
            preventScrollReset
            aria-label={`${chip.label}: ${chip.kind === 'part' ? 'search for these words only' : 'remove'}`}
            className="chip"
          >
            {chip.kind === 'number' && 'Number '}
            {chip.label}
            <Icon name="X" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
