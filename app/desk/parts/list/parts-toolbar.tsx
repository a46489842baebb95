import { useEffect, useRef } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { useNavigate } from '#kit/offline.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { Menu } from '#kit/menu.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import {
  MAX_QUERY_LENGTH,
  type PartsQuery,
  partsAddress,
  readPartsQuery,
} from '#core/part-changes/parts-address.ts';
import { type ColumnId, optionalColumns } from './parts-columns.ts';

const DEBOUNCE_MS = 250;

const orders = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'price', label: 'Price, lowest first' },
  { value: '-price', label: 'Price, highest first' },
  { value: 'stock', label: 'Stock, least first' },
  { value: '-stock', label: 'Stock, most first' },
];

interface PartsToolbarProps {
  query: PartsQuery;
  hidden: readonly ColumnId[];
  onHide: (hidden: ColumnId[]) => void;
}

export function PartsToolbar({ query, hidden, onHide }: PartsToolbarProps) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLInputElement>(null);
  const sort = `${query.descending ? '-' : ''}${query.order}`;
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Do not overwrite what the admin is typing.
    if (box.current && box.current !== document.activeElement) box.current.value = query.q;
  }, [query.q]);

  function search(wanted: { q?: string; sort?: string }, replace: boolean) {
    clearTimeout(timer.current);
    const given = { q: box.current?.value ?? '', sort, ...wanted };
    const next = { ...readPartsQuery(new URLSearchParams(given)), filters: query.filters };
    void navigate(partsAddress(next), {
      replace,
      preventScrollReset: true,
    });
  }
  function searchLater() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search({}, true), DEBOUNCE_MS);
  }

  return (
    <form
      role="search"
      action="/admin"
      className="flex flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        search({}, true);
      }}
    >
      <TextField
        type="search"
        name="q"
        label="Search parts"
        hideLabel
        placeholder="Search by name, category, brand, number, vehicle or year..."
        maxLength={MAX_QUERY_LENGTH}
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
        value={sort}
        onChange={(event) => search({ sort: event.target.value }, false)}
        className="max-md:flex-1"
      >
        {orders.map(({ value, label }) => (
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
