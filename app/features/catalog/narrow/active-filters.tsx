import { type ChosenFilters, listActive } from '#domain/chosen-filters.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Link } from '#ui/link.tsx';

interface ActiveFiltersProps<Filters> {
  filters: Filters;
  addressOf: (filters: Filters) => string;
}

/** Each is a link to the same list without it. */
export function ActiveFilters<Filters extends ChosenFilters>({
  filters,
  addressOf,
}: ActiveFiltersProps<Filters>) {
  return listActive(filters).map(({ label, without }) => (
    <Link
      key={`${label} ${addressOf(without)}`}
      to={addressOf(without)}
      preventScrollReset
      aria-label={`${label}: remove filter`}
      className="chip"
    >
      <span className="truncate">{label}</span>
      <Icon name="X" />
    </Link>
  ));
}
