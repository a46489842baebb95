import { Form } from 'react-router';
import { YARD_PATH } from '#core/yard/public-car.ts';
import { type YardQuery } from '#core/yard/yard-list.ts';
import type { YardFilters } from '#core/yard/public-cars.server.ts';
import { Button } from '#kit/button.tsx';
import { useNavigate } from '#kit/offline.ts';
import { Select } from '#kit/select.tsx';

interface YardFiltersFormProps {
  query: Pick<YardQuery, 'make' | 'model' | 'year' | 'row'>;
  filters: YardFilters;
}

/** Limits the list to a make, model, year and row. Another make forgets the model, and each of both the year. */
export function YardFiltersForm({ query, filters }: YardFiltersFormProps) {
  const navigate = useNavigate();
  const choices = [
    { name: 'make', label: 'Make', all: 'All makes', values: filters.makes, clears: ['model', 'year'] },
    { name: 'model', label: 'Model', all: 'All models', values: filters.models, clears: ['year'] },
    { name: 'year', label: 'Year', all: 'All years', values: filters.years, clears: [] },
    { name: 'row', label: 'Row', all: 'All rows', values: filters.rows, clears: [] },
  ] as const;
  return (
    <Form
      action={YARD_PATH}
      // Each list starts with its own choices.
      key={JSON.stringify(query)}
      aria-label="Filters"
      className="mt-6 grid grid-cols-2 items-end gap-3 sm:grid-cols-4 lg:grid-cols-[repeat(4,minmax(0,14rem))_auto]"
    >
      {choices.map(({ name, label, all, values, clears }) => (
        <Select
          key={name}
          id={`filter-${name}`}
          name={name}
          label={label}
          defaultValue={query[name]}
          disabled={values.length === 0}
          onChange={({ currentTarget }) => {
            const form = new FormData(currentTarget.form ?? undefined);
            for (const other of clears) form.delete(other);
            const chosen = [...form].filter(([, value]) => value !== '') as [string, string][];
            const search = new URLSearchParams(chosen).toString();
            void navigate(search === '' ? YARD_PATH : `${YARD_PATH}?${search}`, { preventScrollReset: true });
          }}
        >
          <option value="">{all}</option>
          {withChosen(values, query[name]).map((value) => (
            <option key={value}>{value}</option>
          ))}
        </Select>
      ))}
      <Button type="submit" className="hidden justify-self-start noscript:inline-flex">
        Show cars
      </Button>
    </Form>
  );
}

/** An address can name a value that no car has. */
function withChosen(values: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || values.includes(chosen) ? values : [chosen, ...values];
}
