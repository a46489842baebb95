import type { ActiveFilter } from './active-filters.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { Link } from '#kit/link.tsx';

/** Shows each filter as a link to the same list without it. */
export function ActiveFilters({ active }: { active: readonly ActiveFilter[] }) {
  return active.map(({ label, address }) => (
    <Link
      key={address}
      to={address}
      preventScrollReset
      aria-label={`${label}: remove filter`}
      className="chip"
    >
      <span className="truncate">{label}</span>
      <Icon name="X" />
    </Link>
  ));
}
