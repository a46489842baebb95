import { type Origin, origins, type PartFilters } from './catalog-query.ts';
import { dollarsFromCents, formatShortDollars } from './money.ts';
import { parseDollars } from './parse-dollars.ts';
import { parseYear } from './vehicle.ts';

/** The parameters with one value, in the order of addresses. */
const singleFilters = [
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

const MAX_CONDITIONS = 50;

/** What these filters do not understand counts as not chosen. */
const readers: Partial<Record<SingleFilter, (text: string) => string>> = {
  year: (text) => String(parseYear(text) ?? ''),
  origin: (text) => origins.find((origin) => origin === text) ?? '',
  min_price: readAmount,
  max_price: readAmount,
  in_stock: readFlag,
  new_arrivals: readFlag,
};

function readAmount(text: string): string {
  const cents = parseDollars(text);
  return cents === undefined ? '' : dollarsFromCents(cents).replace(/\.00$/, '');
}

function readFlag(text: string): string {
  return text === '1' || text === 'true' ? '1' : '';
}

/** Ignores invalid values, a model without a make, and a year without a model. */
export function readFilters(values: URLSearchParams | FormData): ChosenFilters {
  // PostgreSQL refuses NUL. The replacement matches no part.
  const texts = (name: string) =>
    values.getAll(name).flatMap((value) => (value ? [String(value).replaceAll('\0', '\uFFFD')] : []));
  const read = (name: SingleFilter) => {
    const [text = ''] = texts(name);
    return readers[name] ? readers[name](text) : text;
  };
  const singles = Object.fromEntries(singleFilters.map((name) => [name, read(name)])) as Record<
    SingleFilter,
    string
  >;
  if (!singles.make) singles.model = '';
  if (!singles.model) singles.year = '';
  return { ...singles, condition: [...new Set(texts('condition'))].slice(0, MAX_CONDITIONS) };
}

/** The parameters of an address. */
export function filterParameters(filters: ChosenFilters): [name: string, value: string][] {
  const withConditions = singleFilters.flatMap((name) =>
    name === 'kind' ? (['condition', name] as const) : name,
  );
  return withConditions.flatMap((name) =>
    [filters[name]]
      .flat()
      .filter(Boolean)
      .map((value): [string, string] => [name, value]),
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

export const originNames: Record<Origin, string> = { new: 'New parts', used: 'Used parts' };

export interface ActiveFilter<Filters> {
  label: string;
  without: Filters;
}

/** One entry for each chosen value, with the filters that remain without it. */
export function listActive<Filters extends ChosenFilters>(filters: Filters): ActiveFilter<Filters>[] {
  return filterParameters(filters).map(([name, value]) => ({
    label: filterLabel(name as SingleFilter | 'condition', value),
    without:
      name === 'condition' ? toggleCondition(filters, value) : setFilter(filters, name as SingleFilter, ''),
  }));
}

function filterLabel(name: SingleFilter | 'condition', value: string): string {
  switch (name) {
    case 'origin':
      return originNames[value as Origin];
    case 'min_price':
      return `From ${shortDollars(value)}`;
    case 'max_price':
      return `Up to ${shortDollars(value)}`;
    case 'in_stock':
      return 'In stock';
    case 'new_arrivals':
      return 'New arrivals';
    default:
      return value;
  }
}

function shortDollars(amount: string): string {
  return formatShortDollars(parseDollars(amount) ?? 0);
}

/** What the database is asked for. */
export function toPartFilters({ condition, ...chosen }: ChosenFilters): PartFilters {
  return {
    make: chosen.make || undefined,
    model: chosen.model || undefined,
    year: parseYear(chosen.year),
    category: chosen.category || undefined,
    conditions: condition.length > 0 ? condition : undefined,
    origin: origins.find((origin) => origin === chosen.origin),
    kind: chosen.kind || undefined,
    brand: chosen.brand || undefined,
    minPriceCents: parseDollars(chosen.min_price),
    maxPriceCents: parseDollars(chosen.max_price),
    inStock: chosen.in_stock !== '' || undefined,
    newArrivals: chosen.new_arrivals !== '' || undefined,
  };
}
