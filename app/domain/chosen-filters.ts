/** The parameters with one value, in the order of addresses. */
export const singleFilters = [
  'make',
  'model',
  'year',
  'category',
  'kind',
  'brand',
  'origin',
  'min_price',
  'max_price',
  'in_stock',
  'new_arrivals',
] as const;

export type SingleFilter = (typeof singleFilters)[number];

/** The filters that a shopper has chosen, as in an address. '' and [] match all parts; amounts are in dollars. */
export type ChosenFilters = Record<SingleFilter, string> & { condition: readonly string[] };

export const noFilters: ChosenFilters = {
  make: '',
  model: '',
  year: '',
  category: '',
  kind: '',
  brand: '',
  origin: '',
  min_price: '',
  max_price: '',
  in_stock: '',
  new_arrivals: '',
  condition: [],
};

/** The parameters of an address. */
export function filterParameters(
  filters: ChosenFilters,
): [name: SingleFilter | 'condition', value: string][] {
  const withConditions = singleFilters.flatMap((name) =>
    name === 'kind' ? (['condition', name] as const) : name,
  );
  return withConditions.flatMap((name) =>
    [filters[name]]
      .flat()
      .filter(Boolean)
      .map((value): [SingleFilter | 'condition', string] => [name, value]),
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

/** Adds a condition, or removes it. */
export function toggleCondition<Filters extends ChosenFilters>(filters: Filters, value: string): Filters {
  const others = filters.condition.filter((condition) => condition !== value);
  const isChosen = others.length < filters.condition.length;
  return { ...filters, condition: isChosen ? others : [...others, value] };
}
