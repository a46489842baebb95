import { formatRequestUrl } from '#core/catalog/request-url.ts';
import { YARD_PATH } from '#core/yard/public-car.ts';
import { yardList, type YardQuery } from '#core/yard/yard-list.ts';
import type { YardList } from '#core/yard/public-cars.server.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { CarCard } from './car-card.tsx';
import { CarMailForm } from './car-mail-form.tsx';
import { CarsTable } from './cars-table.tsx';
import { YardFiltersForm } from './yard-filters-form.tsx';

interface YardViewProps {
  query: YardQuery;
  list: YardList;
  /** True for a self-service yard. */
  rowsOnly: boolean;
  /** Makes and models for the form of the mails. Null: the owner has turned them off. */
  suggestions: { makes: string[]; models: string[] } | null;
}

export function YardView({ query, list, rowsOnly, suggestions }: YardViewProps) {
  const first = yardList.first(query);
  const isFiltered = Object.values(first).some((value) => value !== '');
  return (
    <main className="mx-auto min-h-dvh w-full max-w-page px-gutter py-8">
      <h1>Cars in our yard</h1>
      <p className="mt-1 max-w-prose text-muted">
        {rowsOnly
          ? 'Find the car and its row, bring your tools, and pull the part.'
          : 'Cars that came in, newest first. See their parts, or ask for one that is not listed yet.'}
      </p>
      <YardFiltersForm query={first} filters={list.filters} />
      <p role="status" className="mt-6 mb-3 font-semibold">
        {list.total.toLocaleString('en-US')} {list.total === 1 ? 'car' : 'cars'} found
      </p>
      {list.rows.length === 0 ? (
        <EmptyState
          title="No cars found"
          drawing="search"
          action={
            <>
              {isFiltered && <ButtonLink to={YARD_PATH}>Show all cars</ButtonLink>}
              <ButtonLink
                to={formatRequestUrl({ make: first.make, model: first.model, year: first.year })}
                variant="primary"
              >
                Request a Part
              </ButtonLink>
            </>
          }
        >
          {isFiltered
            ? "No car in the yard matches. Tell us which part you need, and we'll look for it."
            : 'There are no cars to show right now.'}
        </EmptyState>
      ) : rowsOnly ? (
        <CarsTable cars={list.rows} />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {list.rows.map((car, index) => (
            <CarCard key={car.id} car={car} eager={index < 4} />
          ))}
        </ul>
      )}
      <Pages
        previous={list.previous && yardList.write({ ...first, before: list.previous })}
        next={list.next && yardList.write({ ...first, after: list.next })}
      />
      {suggestions && (
        // A form of other values is another form.
        <CarMailForm key={JSON.stringify(first)} query={first} suggestions={suggestions} />
      )}
    </main>
  );
}
