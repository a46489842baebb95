import { useNavigate } from '#kit/offline.ts';
import { partFields } from '#core/catalog/part-fields.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { Select } from '#kit/select.tsx';
import {
  countPartsFilters,
  filtersOf,
  listingFilters,
  type PartsFilters,
  partsList,
  type PartsQuery,
  priceFilters,
  readPartsQuery,
  stockFilters,
} from '#core/part-changes/parts-address.ts';

interface PartsFilterFieldsProps {
  query: PartsQuery;
  categories: string[];
  conditions: string[];
}

interface Choice {
  label: string;
  /** Names the option that filters nothing. */
  all?: string;
  options: [value: string, label: string][];
}

export function PartsFilterFields({ query, categories, conditions }: PartsFilterFieldsProps) {
  const navigate = useNavigate();
  const filters = filtersOf(query);
  const count = countPartsFilters(filters);
  const choices = {
    category: { label: partFields.category.label, options: categories.map(toOption) },
    condition: { label: partFields.part_type.label, options: conditions.map(toOption) },
    stock: { label: partFields.stock_quantity.short, options: Object.entries(stockFilters) },
    price: { label: partFields.price.label, options: Object.entries(priceFilters) },
    listing: { label: 'Listing', all: 'In the shop', options: Object.entries(listingFilters) },
  } satisfies Record<Exclude<keyof PartsFilters, 'by'>, Choice>;

  function show(chosen: Record<string, string>) {
    const changed = new URL(partsList.write(partsList.first(query)), 'http://list').searchParams;
    for (const [name, value] of Object.entries(chosen)) changed.set(name, value);
    void navigate(partsList.write(readPartsQuery(changed)), { preventScrollReset: true });
  }

  return (
    <details className="group mt-2" open={count > 0}>
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1 text-sm font-semibold text-link">
        Filters{count > 0 && ` (${count})`}
        <Icon name="ChevronDown" className="size-4 group-open:rotate-180" />
      </summary>
      <div className="mt-1 grid grid-cols-2 items-end gap-3 md:flex md:flex-wrap">
        {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
          <Select
            key={name}
            label={choices[name].label}
            value={filters[name] ?? ''}
            onChange={(event) => show({ [name]: event.target.value })}
          >
            <option value="">{(choices[name] as Choice).all ?? 'All'}</option>
            {choices[name].options.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        ))}
        {count > 0 && (
          <Button
            variant="quiet"
            onClick={() => show({ category: '', condition: '', stock: '', price: '', listing: '' })}
          >
            Clear
          </Button>
        )}
      </div>
    </details>
  );
}

function toOption(name: string): [string, string] {
  return [name, name];
}
