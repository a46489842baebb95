/** Parameters with one value, in the order of addresses. */
export const singleFilters = [
  'make',
  'model',
  'year',
  'category',
  'kind',
  'brand',
  'origin',
  'max_miles',
  'min_price',
  'max_price',
  'in_stock',
  'new_arrivals',
  'only_fits',
] as const;

export type SingleFilter = (typeof singleFilters)[number];

/** Parameters with several values, any of which matches. */
export const multipleFilters = ['condition', 'grade', 'engine', 'fit_by'] as const;

export type MultipleFilter = (typeof multipleFilters)[number];

export function isMultiple(name: SingleFilter | MultipleFilter): name is MultipleFilter {
  return multipleFilters.some((multiple) => multiple === name);
}

/** A shopper's filters, like in an address. '' and [] match all parts. Amounts are in dollars. */
export type ChosenFilters = Record<SingleFilter, string> & Record<MultipleFilter, readonly string[]>;

export const noFilters: ChosenFilters = {
  make: '',
  model: '',
  year: '',
  category: '',
  kind: '',
  brand: '',
  origin: '',
  max_miles: '',
  min_price: '',
  max_price: '',
  in_stock: '',
  new_arrivals: '',
  only_fits: '',
  condition: [],
  grade: [],
  engine: [],
  fit_by: [],
};

const beforeKind = singleFilters.indexOf('kind');

const names: readonly (SingleFilter | MultipleFilter)[] = [
  ...singleFilters.slice(0, beforeKind),
  ...multipleFilters,
  ...singleFilters.slice(beforeKind),
];

/** Returns the parameters of an address. */
export function filterParameters(
  filters: ChosenFilters,
): [name: SingleFilter | MultipleFilter, value: string][] {
  return names.flatMap((name) =>
    [filters[name]]
      .flat()
      .filter(Boolean)
      .map((value): [SingleFilter | MultipleFilter, string] => [name, value]),
  );
}

/** Sets a filter, or clears it with ''. Clears the filters that depend on it. */
export function setFilter<Filters extends ChosenFilters>(
  filters: Filters,
  name: SingleFilter,
  value: string,
): Filters {
  const cleared: Partial<ChosenFilters> =
    name === 'make'
      ? { model: '', year: '' }
      : name === 'model'
        ? { year: '' }
        : name === 'category'
          ? { kind: '' }
          : {};
  return { ...filters, ...cleared, [name]: value };
}

/** Adds a value of a filter, or removes it. */
export function toggleChoice<Filters extends ChosenFilters>(
  filters: Filters,
  name: MultipleFilter,
  value: string,
): Filters {
  const others = filters[name].filter((chosen) => chosen !== value);
  const isChosen = others.length < filters[name].length;
  return { ...filters, [name]: isChosen ? others : [...others, value] };
}
