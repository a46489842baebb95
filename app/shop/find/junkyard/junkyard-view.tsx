import { type FormEvent, Fragment, type ReactNode } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { useNavigation } from 'react-router';
import type { ActiveFilter } from '../active-filters.ts';
import { filterParameters } from '#core/search/chosen-filters.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import type { FoldableFilter, FoldedFacets } from '../folded-facets.ts';
import { formatTotal, type Total } from '#core/search/found-count.ts';
import { Button } from '#kit/button.tsx';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { formatRequestUrl } from '#core/catalog/request-url.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { SkipLink } from '#kit/skip-link.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { FilterOptions } from '#core/search/filter-options.server.ts';
import {
  countsQuery,
  junkyardAddress,
  type JunkyardSearch,
  keptParameters,
} from '#core/search/junkyard-address.ts';
import { BuyNowNote } from '#core/carts/ui/buy-button.tsx';
import { JunkyardForm } from './junkyard-form.tsx';
import { JunkyardFrame } from './junkyard-frame.tsx';
import type { Checked } from '#core/search/text/symptoms.ts';
import type { JunkyardList } from './junkyard-list.server.ts';
import { FollowNavigation, useJunkyardSearch } from './junkyard-search.ts';
import { SearchChips } from './search-chips.tsx';
import { SearchedVehicle } from './searched-vehicle.tsx';
import { ActiveFilters } from '../active-filters.tsx';
import { FilterPanel } from '../filter-panel.tsx';
import { FiltersButton } from '../filters-button.tsx';
import { HiddenFields } from '../hidden-fields.tsx';
import { FitSwitch } from '../fit-switch.tsx';
import { readCar } from '#core/fitment/car-parameter.ts';
import { listShown, type ListedPart } from '../listed-part.ts';
import { PartList } from '../part-list.tsx';
import { ViewToggle } from '../view-toggle.tsx';
import type { RelaxedSearch } from './relaxed-search.server.ts';
import type { ConditionColors } from '#core/search/condition-colors.server.ts';
import { ListStatus } from '../list-status.tsx';
import { useRecordSearch } from '../use-record-search.ts';
import { useDelayedFlag } from './use-delayed-flag.ts';
import { useLiveTotal, useTotal } from './use-total.ts';

const LOADING_DELAY_MS = 150;

interface JunkyardViewProps {
  search: JunkyardSearch;
  options: FilterOptions;
  list: Omit<JunkyardList, 'parts' | 'offers' | 'facets'> & {
    parts: ListedPart[];
    facets: FoldedFacets | null;
  };
  /** The filters that show all of their choices. */
  unfolded: FoldableFilter[];
  /** The active filters of the search. */
  active: ActiveFilter[];
  conditionColors: ConditionColors;
  buyNowHint: string;
  actions: (part: CardPart) => ReactNode;
}

export function JunkyardView(props: JunkyardViewProps) {
  const { search, options, list, unfolded, active, conditionColors, buyNowHint, actions } = props;
  const { parts } = list;
  const shown = { ...search, q: list.q };
  const total = useTotal(shown, list);
  const liveTotal = useLiveTotal(shown, list) ?? total;
  const fields = useJunkyardSearch(search);
  useRecordSearch(
    search.q,
    list.isCorrected || list.relaxed ? 0 : (total?.total ?? null),
    recordedFilters(search),
  );

  function clear(event: FormEvent) {
    event.preventDefault();
    fields.onClear();
  }

  return (
    <JunkyardFrame query={search.q}>
      <SkipLink to="#results">Skip to results</SkipLink>
      <FollowNavigation fields={fields} />
      <JunkyardForm search={search} options={options} fields={fields} />
      <div
        data-view={search.view || undefined}
        className="mt-4 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-6"
      >
        <FilterPanel
          action="/junkyard"
          kept={keptParameters(search)}
          chosen={search}
          loaded={{ facets: list.facets, total: liveTotal, unfolded }}
          conditions={options.conditions}
          queryOf={(filters) => countsQuery({ ...filters, q: list.q, car: search.car })}
          onFilter={fields.onFilter}
        />
        <div className="min-w-0">
          <div className="list-head relative mb-3">
            {/* Its width is fixed on a phone, so that the buttons stay in place when the parts are counted later. */}
            <p className="min-h-6 text-muted tabular-nums max-sm:basis-1/2" data-count>
              <Found total={liveTotal} />
            </p>
            <form action="/junkyard" onSubmit={clear} className="max-sm:ml-auto">
              {search.view && <HiddenFields fields={[['view', search.view]]} />}
              <Button type="submit" variant="quiet" className="-mr-3 whitespace-nowrap">
                <Icon name="X" className="max-sm:hidden" /> Clear Filters
              </Button>
            </form>
            <ListStatus
              shown={listShown(parts).length}
              total={total}
              sort={search.sort || 'best'}
              filters={active.length}
            />
            <ClosestSpelling
              search={search}
              closest={parts.length > 0 && list.q === search.q ? list.closest : null}
            />
            <FitSwitch
              vehicle={list.vehicle ?? readCar(search.car)}
              isOn={search.only_fits !== ''}
              form={{ action: '/junkyard', fields: fieldsOf(toggled(search)) }}
              onChange={() => fields.onFilter(toggled(search))}
            />
            <FiltersButton active={active.length} />
            {parts.length > 0 && (
              <BuyNowNote className="max-sm:sr-only noscript:max-sm:not-sr-only">{buyNowHint}</BuyNowNote>
            )}
            <ViewToggle view={search.view} addressOf={(view) => junkyardAddress({ ...search, view })} />
          </div>
          {list.vehicle && <SearchedVehicle key={vehicleName(list.vehicle)} vehicle={list.vehicle} />}
          {list.isCorrected && <CorrectedSpelling search={search} shown={list.q} />}
          {list.relaxed && <Relaxed search={search} relaxed={list.relaxed} hasFilters={active.length > 0} />}
          {list.checked && <OftenChecked search={search} checked={list.checked} />}
          <div className="mb-3 flex flex-wrap gap-2 empty:hidden">
            <SearchChips search={shown} chips={list.chips} />
            <ActiveFilters active={active} />
          </div>
          <WhileLoading>
            {parts.length > 0 ? (
              <PartList
                // Another list has new elements, so that its cards don't count as moved.
                key={junkyardAddress({ ...search, view: '' })}
                parts={parts}
                sections={list.sections}
                conditionColors={conditionColors}
                actions={actions}
              />
            ) : (
              <EmptyState
                title="No parts found"
                {...(list.closest !== null && {
                  action: <DidYouMean search={search} closest={list.closest} />,
                })}
              >
                Please adjust your search criteria and try again
              </EmptyState>
            )}
            <Pages search={shown} list={list} />
          </WhileLoading>
        </div>
      </div>
    </JunkyardFrame>
  );
}

function toggled(search: JunkyardSearch): JunkyardSearch {
  return { ...search, only_fits: search.only_fits ? '' : '1' };
}

function fieldsOf(search: JunkyardSearch): [string, string][] {
  return [...keptParameters(search), ...filterParameters(search)];
}

function Found({ total }: { total: Total | null }) {
  const isLoading = useIsLoading();
  if (isLoading) return 'Loading...';
  return total !== null && `${formatTotal(total)} parts found`;
}

function WhileLoading({ children }: { children: ReactNode }) {
  const isLoading = useIsLoading();
  return (
    <div
      id="results"
      tabIndex={-1}
      aria-busy={isLoading}
      className={`outline-none transition-opacity ${isLoading ? 'opacity-35' : ''}`}
    >
      {children}
    </div>
  );
}

/** True while another list loads. Use it in small components, because each state of the router renders them. */
function useIsLoading(): boolean {
  const { location: pending } = useNavigation();
  return useDelayedFlag(pending?.pathname === '/junkyard', LOADING_DELAY_MS);
}

function recordedFilters(search: JunkyardSearch): Record<string, string> {
  const recorded: Record<string, string> = {};
  for (const [name, value] of filterParameters(search)) {
    recorded[name] = recorded[name] ? `${recorded[name]}, ${value}` : value;
  }
  return recorded;
}

interface ClosestSpellingProps {
  search: JunkyardSearch;
  closest: string | null;
}

/** Takes no space, so that the parts do not move. */
function ClosestSpelling({ search, closest }: ClosestSpellingProps) {
  return (
    <p
      aria-live="polite"
      className="mr-auto min-w-0 truncate px-1 text-sm max-sm:absolute max-sm:inset-x-0 max-sm:top-[calc(100%-0.625rem)] max-sm:-mx-1 sm:text-base"
    >
      {closest !== null && <DidYouMean search={search} closest={closest} />}
    </p>
  );
}

function CorrectedSpelling({ search, shown }: { search: JunkyardSearch; shown: string }) {
  return (
    <p role="status" className="mb-3">
      Showing results for <strong>{shown}</strong>. Search instead for{' '}
      <TextLink to={junkyardAddress({ ...search, spelling: 'typed' })} preventScrollReset>
        {search.q}
      </TextLink>
    </p>
  );
}

function Relaxed({
  search,
  relaxed: { text, changes, left, request },
  hasFilters,
}: {
  search: JunkyardSearch;
  relaxed: RelaxedSearch;
  hasFilters: boolean;
}) {
  return (
    <p role="status" className="mb-3">
      No parts found for <strong>{search.q}</strong>
      {hasFilters && ' with these filters'}. Showing results for{' '}
      <strong>{[text, ...changes].join(', ')}</strong>.{' '}
      {left.length > 0 && (
        <>
          Search again with{' '}
          {left.map((piece, index) => (
            <Fragment key={piece.label}>
              {index > 0 && ', '}
              <TextLink to={junkyardAddress({ ...search, q: piece.text, spelling: '' })} preventScrollReset>
                {piece.label}
              </TextLink>
            </Fragment>
          ))}
          .{' '}
        </>
      )}
      <TextLink to={formatRequestUrl(request)}>Request the part you searched for</TextLink>
    </p>
  );
}

function OftenChecked({ search, checked }: { search: JunkyardSearch; checked: Checked }) {
  return (
    <p className="mb-3">
      Often checked for this:{' '}
      {checked.parts.map(({ name, text }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <TextLink to={junkyardAddress({ ...search, q: text, spelling: '' })} preventScrollReset>
            {name}
          </TextLink>
        </Fragment>
      ))}
      .{checked.mustInspect && ' Have it inspected before you drive on.'}
    </p>
  );
}

function DidYouMean({ search, closest }: { search: JunkyardSearch; closest: string }) {
  return (
    <span>
      Did you mean{' '}
      <TextLink to={junkyardAddress({ ...search, q: closest })} preventScrollReset>
        &quot;{closest}&quot;
      </TextLink>
      ?
    </span>
  );
}

function Pages({ search, list: { isLaterPage, next } }: Pick<JunkyardViewProps, 'search' | 'list'>) {
  if (!isLaterPage && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap justify-center gap-3">
      {isLaterPage && (
        <ButtonLink to={junkyardAddress(search)} size="large">
          <Icon name="ArrowLeft" /> Back to the first page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to={junkyardAddress(search, next)} size="large">
          Next page <Icon name="ArrowRight" />
        </ButtonLink>
      )}
    </nav>
  );
}
