import type { ReactNode } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { useNavigate, useNavigation } from 'react-router';
import { listTopic, type Loaded } from '#domain/live.ts';
import type { Part } from '#domain/part.ts';
import { formatRequestUrl } from '#domain/request-url.ts';
import type { VehicleChoices } from '#domain/vehicle.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ToggleButton } from '#ui/toggle-button.tsx';
import type { ConditionColors } from '#features/catalog/search/condition-colors.server.ts';
import { PartCard } from './part-card.tsx';
import { useLiveCounts } from '#features/catalog/search/use-live-counts.ts';
import { useRecordSearch } from '#features/catalog/search/use-record-search.ts';
import { homeAddress, MAX_SHOWN_PARTS, PAGE_SIZE, type ResultsOptions } from './results-address.ts';

export interface Results extends Loaded {
  parts: Part[];
  total: number;
  inStockTotal: number;
  next: string | null;
  conditionColors: ConditionColors;
}

interface ResultsViewProps {
  choices: Required<VehicleChoices>;
  options: ResultsOptions;
  results: Results;
  actions?: (part: Part) => ReactNode;
}

export function ResultsView({ choices, options, results, actions }: ResultsViewProps) {
  const { make, model, year } = choices;
  const { parts } = results;
  useRecordSearch(resultsTitle(choices), results.total, choices);
  const query = `?${new URLSearchParams(Object.entries(choices))}`;
  const { total, inStockTotal } = useLiveCounts(listTopic(make, model), query, results) ?? results;
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8">
      <ButtonLink to={homeAddress({ make, model, year })} variant="quiet" className="-ml-4">
        <Icon name="ArrowLeft" /> Back to Search
      </ButtonLink>
      <h1 className="mt-2">{resultsTitle(choices)}</h1>
      <p className="mt-1 text-muted" aria-live="polite">
        Found {total} parts • {inStockTotal} in stock • {total - inStockTotal} on request
      </p>
      {results.total > 0 && <ResultsFilters choices={choices} options={options} />}
      {parts.length > 0 ? (
        <ul className="mt-6 grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4">
          {parts.map((part, index) => (
            <PartCard
              key={part.id}
              part={part}
              conditionColor={part.condition === null ? undefined : results.conditionColors[part.condition]}
              first={index < 4}
              actions={actions?.(part)}
            />
          ))}
        </ul>
      ) : (
        <NoPartsFound choices={choices} />
      )}
      <LoadMore choices={choices} options={options} next={results.next} />
    </main>
  );
}

export function resultsTitle({ make, model, year, category }: Required<VehicleChoices>): string {
  return `${category} parts for ${year} ${make} ${model}`;
}

function ResultsFilters({ choices, options }: Pick<ResultsViewProps, 'choices' | 'options'>) {
  const navigate = useNavigate();
  const change = (changed: Partial<ResultsOptions>) =>
    void navigate(homeAddress(choices, { inStock: options.inStock, sort: options.sort, ...changed }), {
      preventScrollReset: true,
    });
  const sortBy = (sort: ResultsOptions['sort']) => change({ sort: options.sort === sort ? 'name' : sort });
  return (
    <div role="group" aria-label="Filter and sort" className="mt-5 flex flex-wrap gap-2">
      <ToggleButton pressed={options.inStock} onClick={() => change({ inStock: !options.inStock })}>
        In Stock Only
      </ToggleButton>
      <ToggleButton pressed={options.sort === 'price_asc'} onClick={() => sortBy('price_asc')}>
        Price Low to High
      </ToggleButton>
      <ToggleButton pressed={options.sort === 'price_desc'} onClick={() => sortBy('price_desc')}>
        Price High to Low
      </ToggleButton>
    </div>
  );
}

function NoPartsFound({ choices: { make, model, year, category } }: Pick<ResultsViewProps, 'choices'>) {
  return (
    <div className="mt-6">
      <EmptyState
        title="No parts found"
        action={
          <>
            <ButtonLink to="/" variant="primary">
              Back to Search
            </ButtonLink>
            <ButtonLink to={formatRequestUrl({ make, model, year, part: category })}>
              Request a Part
            </ButtonLink>
          </>
        }
      >
        Please adjust your search criteria and try again
      </EmptyState>
    </div>
  );
}

function LoadMore({
  choices,
  options,
  next,
}: Pick<ResultsViewProps, 'choices' | 'options'> & { next: string | null }) {
  const { state } = useNavigation();
  if (next === null) return null;
  const onSamePage = options.shown + PAGE_SIZE <= MAX_SHOWN_PARTS;
  const more = onSamePage ? { shown: options.shown + PAGE_SIZE } : { shown: PAGE_SIZE, after: next };
  return (
    <div className="mt-8 text-center">
      <ButtonLink
        to={homeAddress(choices, { ...options, ...more })}
        preventScrollReset={onSamePage}
        replace={onSamePage}
        size="large"
        aria-busy={state === 'loading'}
      >
        Load More
      </ButtonLink>
    </div>
  );
}
