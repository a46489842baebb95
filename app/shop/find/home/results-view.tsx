import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { useNavigation } from 'react-router';
import { useNavigate } from '#kit/offline.ts';
import type { ActiveFilter } from '../active-filters.ts';
import { filterParameters, noFilters, setFilter } from '#core/search/chosen-filters.ts';
import { listTopic, type Loaded } from '#core/live/live.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import type { FoldableFilter, FoldedFacets } from '../folded-facets.ts';
import type { FoundCount } from '#core/search/found-count.ts';
import { canBeBought } from '#core/catalog/part.ts';
import { formatRequestUrl } from '#core/catalog/request-url.ts';
import type { VehicleChoices } from '#core/vehicles/vehicle.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { readSort } from '#core/search/list-sorts.ts';
import { SkipLink } from '#kit/skip-link.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ToggleButton } from '#kit/toggle-button.tsx';
import type { ConditionColors } from '#core/search/condition-colors.server.ts';
import { FitSwitch } from '../fit-switch.tsx';
import { listShown, type ListedPart } from '../listed-part.ts';
import { PartList } from '../part-list.tsx';
import type { PartSection } from '../part-sections.ts';
import { homeAddress } from '#core/catalog/home-address.ts';
import { useLiveCounts } from '../use-live-counts.ts';
import { BuyNowNote } from '#core/carts/ui/buy-button.tsx';
import { ListStatus } from '../list-status.tsx';
import { useRecordSearch } from '../use-record-search.ts';
import { ActiveFilters } from '../active-filters.tsx';
import { HiddenFields } from '../hidden-fields.tsx';
import { FilterPanel } from '../filter-panel.tsx';
import { FiltersButton } from '../filters-button.tsx';
import { SortField } from '../sort-field.tsx';
import { ViewToggle } from '../view-toggle.tsx';
import {
  countsQuery,
  keptParameters,
  MAX_SHOWN_PARTS,
  PAGE_SIZE,
  resultsAddress,
  type ResultsOptions,
} from '../results-address.ts';

export interface Results extends Loaded, FoundCount {
  parts: ListedPart[];
  sections: PartSection[];
  /** The facets ignore the filter for parts in stock. Null if they timed out. */
  facets: FoldedFacets | null;
  /** The filters that show all of their choices. */
  unfolded: FoldableFilter[];
  next: string | null;
  conditionColors: ConditionColors;
}

interface ResultsViewProps {
  title: string;
  choices: Required<VehicleChoices>;
  options: ResultsOptions;
  /** The active filters of the list. */
  active: ActiveFilter[];
  results: Results;
  actions?: (part: CardPart) => ReactNode;
}

export function ResultsView({ title, choices, options, active, results, actions }: ResultsViewProps) {
  const { make, model, year } = choices;
  const { filters, sort, view } = options;
  const { parts } = results;
  useRecordSearch(title, results.total, choices);
  const query = countsQuery(choices, { ...filters, in_stock: '' });
  const { total, inStockTotal, counting } = useLiveCounts(listTopic(make, model), query, results) ?? results;
  const navigate = useNavigate();
  /** Returns the address of the changed list's first page. */
  const changed = (changes: Changes) => resultsAddress(choices, { filters, sort, view, ...changes });
  const change = (changes: Changes) => void navigate(changed(changes), { preventScrollReset: true });
  const hasFilters = results.total > 0 || active.length > 0;
  const others = results.sections.reduce((sum, section) => sum + (section.total?.total ?? 0), 0);
  const listed = (filters.in_stock ? results.inStockTotal : results.total) + others;
  return (
    <main className="mx-auto w-full max-w-page px-gutter pt-2 pb-8">
      <SkipLink to="#results">Skip to results</SkipLink>
      <div className="flex flex-wrap items-center gap-x-4">
        <ButtonLink to={homeAddress({ make, model, year })} variant="quiet" className="-ml-3">
          <Icon name="ArrowLeft" /> Back to Search
        </ButtonLink>
        <h1 className="text-2xl max-lg:basis-full">{title}</h1>
        <p className="text-muted tabular-nums max-sm:text-sm" data-count>
          Found {total} parts • {inStockTotal} in stock • {total - inStockTotal} on request
        </p>
      </div>
      <ListStatus
        shown={listShown(parts).length}
        total={{ total: listed, counting: results.counting }}
        sort={sort}
        filters={active.length}
      />
      <div
        data-view={view || undefined}
        className={hasFilters ? 'mt-3 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-6' : ''}
      >
        {hasFilters && (
          <FilterPanel
            action="/"
            kept={[...keptParameters(choices, options), ['in_stock', filters.in_stock]]}
            chosen={filters}
            loaded={{
              facets: results.facets,
              total: { total: filters.in_stock ? inStockTotal : total, counting },
              unfolded: results.unfolded,
            }}
            conditions={Object.keys(results.conditionColors)}
            isForVehicle
            queryOf={(chosen) => countsQuery(choices, chosen)}
            onFilter={(chosen) => change({ filters: chosen })}
          />
        )}
        <div className="min-w-0">
          {hasFilters && (
            <div className="list-head">
              <ResultsFilters {...{ choices, options, change }} />
              <FiltersButton active={active.length - (filters.in_stock ? 1 : 0)} />
              <ResultsSort {...{ choices, options, change }} />
              {parts.some(canBeBought) && (
                <BuyNowNote className="flex-1 text-right max-sm:sr-only noscript:max-sm:not-sr-only">
                  Buy Now opens your cart.
                </BuyNowNote>
              )}
              <ViewToggle view={view} addressOf={(chosen) => changed({ view: chosen })} />
            </div>
          )}
          {active.length > 0 && (
            <div className="mt-3 flex flex-wrap gap-2">
              <ActiveFilters active={active} />
              <TextLink
                to={changed({ filters: noFilters })}
                preventScrollReset
                className="inline-flex min-h-9 items-center px-1 text-sm"
              >
                Clear all
              </TextLink>
            </div>
          )}
          <div id="results" tabIndex={-1} className="outline-none">
            {parts.length > 0 ? (
              <PartList
                // The cards of another list are new ones: cards that change their places would count as moved.
                key={changed({ view: '' })}
                parts={parts}
                sections={results.sections}
                isForVehicle
                conditionColors={results.conditionColors}
                actions={actions}
              />
            ) : (
              <NoPartsFound choices={choices} />
            )}
          </div>
          <LoadMore choices={choices} options={options} next={results.next} />
        </div>
      </div>
    </main>
  );
}

type Changes = Partial<Pick<ResultsOptions, 'filters' | 'sort' | 'view'>>;

interface ResultsFiltersProps {
  choices: Required<VehicleChoices>;
  options: ResultsOptions;
  change: (changes: Changes) => void;
}

const FILTER_FORM = 'filter-results';

/** Works without JavaScript. */
function ResultsFilters({ choices, options, change }: ResultsFiltersProps) {
  const { filters } = options;
  const inStock = setFilter(filters, 'in_stock', filters.in_stock ? '' : '1');
  const fitting = setFilter(filters, 'only_fits', filters.only_fits ? '' : '1');

  return (
    <>
      <ToggleButton
        pressed={filters.in_stock !== ''}
        form={FILTER_FORM}
        onClick={instead(() => change({ filters: inStock }))}
      >
        In Stock Only
      </ToggleButton>
      <FitSwitch
        vehicle={{ model: choices.model, year: Number(choices.year) }}
        isOn={filters.only_fits !== ''}
        form={{
          action: '/',
          fields: [...keptParameters(choices, options), ...filterParameters(fitting)],
        }}
        onChange={() => change({ filters: fitting })}
      />
      <form id={FILTER_FORM} action="/" hidden>
        <HiddenFields fields={[...keptParameters(choices, options), ...filterParameters(inStock)]} />
      </form>
    </>
  );
}

/** Has a button without JavaScript. */
function ResultsSort({ choices, options, change }: ResultsFiltersProps) {
  const { filters, sort } = options;
  const field = useRef<HTMLSelectElement>(null);
  const shown = sort === 'best' ? '' : sort;

  const choose = (value: string) => change({ sort: readSort(value) || 'best' });
  const onReady = useEffectEvent(() => {
    if (field.current && field.current.value !== shown) choose(field.current.value);
  });
  // The shopper may have chosen before hydration.
  useEffect(() => onReady(), []);
  const isFirst = useRef(true);
  // The field follows other changes of the address, such as Back.
  useEffect(() => {
    if (!isFirst.current && field.current) field.current.value = shown;
    isFirst.current = false;
  }, [shown]);

  return (
    <form action="/" className="list-sort">
      <HiddenFields
        fields={[...keptParameters(choices, { ...options, sort: 'best' }), ...filterParameters(filters)]}
      />
      <SortField ref={field} defaultValue={shown} onChange={({ target }) => choose(target.value)} />
      <Button type="submit" className="hidden noscript:block">
        Sort
      </Button>
    </form>
  );
}

function instead(act: () => void) {
  return (event: MouseEvent) => {
    event.preventDefault();
    act();
  };
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
        to={resultsAddress(choices, { ...options, ...more })}
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
