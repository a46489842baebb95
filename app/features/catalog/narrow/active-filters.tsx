import type { ActiveFilter } from '#domain/active-filters.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Link } from '#ui/link.tsx';

/** Each is a link to the same list without it. */
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
