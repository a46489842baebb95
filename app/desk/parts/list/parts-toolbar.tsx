import { useEffect, useRef } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { useNavigate } from '#kit/offline.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { Menu } from '#kit/menu.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { partsList, type PartSort, partSorts, type PartsQuery } from '#core/part-changes/parts-address.ts';
import { MAX_SEARCH_LENGTH } from '#core/values/list-address.ts';
import { type ColumnId, optionalColumns } from './parts-columns.ts';

const DEBOUNCE_MS = 250;

interface PartsToolbarProps {
  query: PartsQuery;
  hidden: readonly ColumnId[];
  onHide: (hidden: ColumnId[]) => void;
}

export function PartsToolbar({ query, hidden, onHide }: PartsToolbarProps) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Do not overwrite what the admin is typing.
    if (box.current && box.current !== document.activeElement) box.current.value = query.q;
  }, [query.q]);

  function search(sort: PartSort, replace: boolean) {
    clearTimeout(timer.current);
    const { q } = partsList.read(new URLSearchParams({ q: box.current?.value ?? '' }));
    void navigate(partsList.write({ ...partsList.first(query), q, sort }), {
      replace,
      preventScrollReset: true,
    });
  }
  function searchLater() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(query.sort, true), DEBOUNCE_MS);
  }

  return (
    <form
      role="search"
      action={partsList.path}
      className="flex flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        search(query.sort, true);
      }}
    >
      <TextField
        type="search"
        name="q"
        label="Search parts"
        hideLabel
        placeholder="Search by name, category, brand, number, vehicle or year..."
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        ref={box}
        defaultValue={query.q}
        onChange={searchLater}
        className="flex-1 max-md:basis-full"
      />
      <Select
        name="sort"
        label="Order"
        hideLabel
        value={query.sort}
        onChange={(event) => search(event.target.value as PartSort, false)}
        className="max-md:flex-1"
      >
        {Object.entries(partSorts).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <div className="max-lg:hidden">
        <Menu
          variant="secondary"
          trigger={
            <>
              <Icon name="Columns3" /> Columns
            </>
          }
        >
          {optionalColumns.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={!hidden.includes(id)}
              onChange={(event) =>
                onHide(
                  optionalColumns
                    .map((column) => column.id)
                    .filter((each) => (each === id ? !event.target.checked : hidden.includes(each))),
                )
              }
              className="px-4"
            />
          ))}
        </Menu>
      </div>
    </form>
  );
}
