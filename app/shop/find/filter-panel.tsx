import {
  type FocusEvent,
  type FormEvent,
  type ToggleEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import {
  type ChosenFilters,
  filterParameters,
  type MultipleFilter,
  noFilters,
  setFilter,
  type SingleFilter,
  toggleChoice,
} from '#core/search/chosen-filters.ts';
import { useBlocker } from 'react-router';
import { engineName, gradeName, mileageName, originNames } from './active-filters.ts';
import { fitRuleNames } from '#core/catalog/fitment.ts';
import { readFilters } from './read-filters.ts';
import type { FacetChoice } from '#core/search/facet-choice.ts';
import type { Facets } from '#core/search/facets.ts';
import { foldFacets, isFoldable, type FoldableFilter } from './folded-facets.ts';
import { formatTotal, type Total } from '#core/search/found-count.ts';
import { formatShortDollars } from '#core/values/money.ts';
import { parseDollars } from '#core/values/parse-dollars.ts';
import {
  fitRules,
  type FitRule,
  gradeChoices,
  mileageChoices,
  type Origin,
  origins,
} from '#core/catalog/catalog-query.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { TextField } from '#kit/text-field.tsx';
import { Choice, ChoiceGroup, type Fold, Group, narrows } from './choice-group.tsx';
import { FILTERS_ID, type FilterPanelProps } from './filter-panel-props.ts';
import { HiddenFields } from './hidden-fields.tsx';
import { readDraft, useDraft, writeFilters } from './use-draft.ts';
import { useFacets } from './use-facets.ts';

/** Shows a rail on wide screens, where filters apply at once, else a sheet. Both work without JavaScript. */
export function FilterPanel({
  action,
  kept,
  chosen,
  loaded,
  conditions,
  isForVehicle = false,
  ...props
}: FilterPanelProps) {
  const { queryOf, onFilter } = props;
  const panel = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [isSheet, setIsSheet] = useState(false);
  const [isReserved] = useState(loaded.facets === null);
  const { draft, change, apply, reset } = useDraft(chosen, onFilter);
  const loadedQuery = queryOf(chosen);
  const [unfolded, setUnfolded] = useState(loaded.unfolded);
  const {
    facets: known,
    total,
    hasFailed,
  } = useFacets(isSheet ? queryOf(readDraft(draft)) : loadedQuery, loadedQuery, loaded, {
    wantsAll: unfolded.some((name) => !loaded.unfolded.includes(name)),
    isForVehicle,
  });
  const facets = known && foldFacets(known, draft, unfolded);
  const listed = facets && countListed(facets, draft.origin);
  const { make, category, condition, only_fits } = chosen;
  const above = filterParameters({
    ...noFilters,
    only_fits,
    ...(!isForVehicle && { make, category, condition }),
  });

  function set(changed: ChosenFilters) {
    change(changed);
    if (!isSheet) apply(changed);
  }

  const onReady = useEffectEvent(() => {
    if (!form.current) return;
    const isOpen = panel.current?.matches(':popover-open') ?? false;
    setIsSheet(isOpen);
    const shown = readFilters(new FormData(form.current));
    const { model, year, in_stock } = chosen;
    const early = isForVehicle ? { ...shown, make, model, year, category, in_stock } : shown;
    if (writeFilters(early) === writeFilters(chosen)) return;
    change(early);
    if (!isOpen) apply(early);
  });
  // The shopper may have opened the sheet or chosen something before hydration.
  useEffect(() => onReady(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    apply(draft);
    if (isSheet) panel.current?.hidePopover();
  }

  function onToggle({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) {
    setIsSheet(newState === 'open');
    if (newState === 'open') currentTarget.focus();
    else reset();
  }

  /** Closes the sheet when the focus moves to something that it covers. */
  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) {
    if (isSheet && relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
  }

  const fold = (name: FoldableFilter): Fold | undefined => {
    const all = facets?.all[name];
    if (all === undefined) return undefined;
    const isUnfolded = unfolded.includes(name);
    const toggled = isUnfolded ? unfolded.filter((other) => other !== name) : [...unfolded, name];
    const parameters = [
      ...kept,
      ...filterParameters(chosen),
      ...toggled.map((each) => ['all', each] as const),
    ];
    const query = new URLSearchParams(
      parameters.filter(([, value]) => value !== '').map(([...pair]) => pair),
    );
    return { all, isUnfolded, address: `${action}?${query}`, onToggle: () => setUnfolded(toggled) };
  };
  const single = (name: SingleFilter, label: string, choices: FacetChoice[] | undefined) => ({
    name,
    label,
    choices: choices ?? null,
    listed,
    isReserved,
    hasFailed,
    chosen: draft[name] ? [draft[name]] : [],
    fold: isFoldable(name) ? fold(name) : undefined,
    onChoose: (value: string) => set(setFilter(draft, name, value)),
  });
  const several = (name: MultipleFilter, label: string, choices: FacetChoice[] | undefined) => ({
    name,
    label,
    several: true,
    choices: choices ?? null,
    listed,
    isReserved,
    hasFailed,
    chosen: draft[name],
    fold: isFoldable(name) ? fold(name) : undefined,
    onChoose: (value: string) => set(toggleChoice(draft, name, value)),
  });
  const hasFlag = (name: SingleFilter, parts: number | null | undefined) =>
    isReserved || draft[name] !== '' || narrows(parts ?? null, listed);
  const flag = (name: SingleFilter, label: string, parts: number | null | undefined) =>
    hasFlag(name, parts) && (
      <Choice
        type="checkbox"
        name={name}
        value="1"
        checked={draft[name] !== ''}
        label={label}
        parts={parts ?? undefined}
        onChoose={() => set(setFilter(draft, name, draft[name] ? '' : '1'))}
      />
    );
  const hasInStock = !isForVehicle && hasFlag('in_stock', facets?.inStock);
  const hasPrices =
    isReserved ||
    draft.min_price !== '' ||
    draft.max_price !== '' ||
    !facets ||
    (facets.prices !== null && facets.prices.minCents < facets.prices.maxCents);
  const amount = (name: 'min_price' | 'max_price', label: string, limit: number | undefined) => (
    <TextField
      name={name}
      label={label}
      unit="$"
      inputMode="decimal"
      maxLength={12}
      value={draft[name]}
      placeholder={limit === undefined ? '' : formatShortDollars(limit).slice(1)}
      error={draft[name] && parseDollars(draft[name]) === undefined ? 'An amount, such as 50' : undefined}
      onChange={({ target }) => change({ ...draft, [name]: target.value })}
      onBlur={() => !isSheet && apply(draft)}
    />
  );

  return (
    <section
      ref={panel}
      id={FILTERS_ID}
      popover="auto"
      aria-label="Filters"
      tabIndex={-1}
      {...{ onToggle, onBlur }}
      className="filter-panel"
    >
      {isSheet && <CloseOnBack onBack={() => panel.current?.hidePopover()} />}
      <header className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4 lg:hidden">
        <h2 className="text-xl">Filters</h2>
        <button
          type="button"
          popoverTarget={FILTERS_ID}
          popoverTargetAction="hide"
          aria-label="Close"
          className="grid size-11 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <Icon name="X" className="size-5" />
        </button>
      </header>
      {/* Completion is off, so that browsers do not restore choices of another address. */}
      <form
        ref={form}
        action={action}
        aria-label="Filters"
        autoComplete="off"
        onSubmit={submit}
        className="filter-form"
      >
        <HiddenFields fields={[...kept, ...above]} />
        <div className="filter-groups">
          {(hasInStock || hasFlag('new_arrivals', facets?.newArrivals)) && (
            <Group label="Availability">
              {hasInStock && flag('in_stock', 'In stock', facets?.inStock)}
              {flag('new_arrivals', 'New arrivals', facets?.newArrivals)}
            </Group>
          )}
          {!isForVehicle && (
            <>
              {draft.make && <ChoiceGroup {...single('model', 'Model', facets?.models)} />}
              {draft.model && (
                <ChoiceGroup
                  {...single('year', 'Year', facets?.years)}
                  order={facets?.years.map(({ value }) => value) ?? []}
                />
              )}
            </>
          )}
          {isForVehicle && (
            <ChoiceGroup
              {...several('fit_by', 'Fitment', facets?.fits)}
              order={fitRules}
              nameOf={(rule) => fitRuleNames[rule as FitRule]}
            />
          )}
          <ChoiceGroup {...single('kind', 'Part', facets?.kinds)} />
          <ChoiceGroup {...several('engine', 'Engine', facets?.engines)} nameOf={engineName} />
          <ChoiceGroup
            {...single('origin', 'New or used', facets?.origins)}
            order={origins}
            nameOf={(origin) => originNames[origin as Origin]}
          />
          {isForVehicle && (
            <ChoiceGroup {...several('condition', 'Condition', facets?.conditions)} order={conditions} />
          )}
          <ChoiceGroup
            {...several('grade', 'Grade', facets?.grades)}
            order={gradeChoices}
            nameOf={gradeName}
          />
          <ChoiceGroup
            {...single('max_miles', 'Mileage', facets?.mileages)}
            order={mileageChoices.map(String)}
            nameOf={mileageName}
          />
          <ChoiceGroup {...single('brand', 'Brand', facets?.brands)} />
          {hasPrices && (
            <Group label="Price">
              <div className="grid grid-cols-2 gap-2">
                {amount('min_price', 'From', facets?.prices?.minCents)}
                {amount('max_price', 'To', facets?.prices?.maxCents)}
              </div>
            </Group>
          )}
        </div>
        <footer className="filter-actions">
          <Button type="submit" variant="primary" className="w-full">
            {formatShow(total)}
          </Button>
        </footer>
      </form>
    </section>
  );
}

/** Counts the parts of the list that the facets are of: each is new or used. Returns null if only samples were counted. */
function countListed({ origins: counted }: Facets, chosen: string): number | null {
  const counts = counted.flatMap(({ value, parts }) => (chosen === '' || value === chosen ? [parts] : []));
  return counts.includes(null) ? null : counts.reduce<number>((sum, parts) => sum + (parts ?? 0), 0);
}

/** Closes the sheet where Back would leave the page. */
function CloseOnBack({ onBack }: { onBack: () => void }) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP');
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    close();
  }, [blocker]);
  return null;
}

function formatShow(total: Total | null): string {
  if (total === null) return 'Show parts';
  return `Show ${formatTotal(total)} ${total.total === 1 ? 'part' : 'parts'}`;
}
