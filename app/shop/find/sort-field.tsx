import { listSorts, type ListSort } from '#core/search/list-sorts.ts';
import { Select, type SelectProps } from '#kit/select.tsx';

interface SortFieldProps extends Omit<SelectProps, 'label'> {
  /** '' is the order by match. */
  defaultValue: ListSort;
}

/** Chooses the order of a list. */
export function SortField(select: SortFieldProps) {
  return (
    <Select
      {...select}
      name="sort"
      label="Sort by"
      hideLabel
      icon="ArrowUpDown"
      className="sort-field"
      autoComplete="off"
    >
      <option value="">Best match</option>
      {Object.entries(listSorts).map(([sort, label]) => (
        <option key={sort} value={sort}>
          {label}
        </option>
      ))}
    </Select>
  );
}
