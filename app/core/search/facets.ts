import {
  type FitRule,
  fitRules,
  gradeChoices,
  mileageChoices,
  type PartFilters,
} from '#core/catalog/catalog-query.ts';
import type { FacetChoice } from './facet-choice.ts';
import { countKinds, type OfferedKind } from './kind-facet.ts';

/**
 * The choices of each filter, with the numbers of parts that they would leave while the other filters stay. A filter that is
 * set does not narrow its own choices. Another make drops the model and the year, another model drops the year. Most parts
 * come first, except for years. A choice without parts is listed only if it is chosen.
 */
export interface Facets {
  makes: FacetChoice[];
  /** Empty until a make is chosen. */
  models: FacetChoice[];
  /** Empty until a make and a model are chosen. Newest first. */
  years: FacetChoice[];
  categories: FacetChoice[];
  /** Kinds of parts, each before its positions: at most 50, and the chosen one. */
  kinds: FacetChoice[];
  conditions: FacetChoice[];
  /** At most 50, and the chosen one. */
  brands: FacetChoice[];
  /** 'new' and 'used'. */
  origins: FacetChoice[];
  /** At most 50, and the chosen ones. NO_ENGINE counts parts that name none, if they are no choice of each engine. */
  engines: FacetChoice[];
  /** Follows the order of gradeChoices. Empty if no part has a grade. */
  grades: FacetChoice[];
  /** Follows the order of mileageChoices. Each counts the parts with at most that many miles. */
  mileages: FacetChoice[];
  /** Rules by which parts fit a vehicle, in the order of fitRules. Empty if the list is not for a vehicle. */
  fits: FacetChoice[];
  inStock: number | null;
  newArrivals: number | null;
  /** Prices of the parts that have one. Null if no part has one. */
  prices: { minCents: number; maxCents: number } | null;
}

/** A choice of a facet with its number of parts. */
export interface FacetRow {
  facet: string;
  /** Cents for 'price'. */
  value: string;
  parts: number;
  /** True if the number is sampled. It then only sorts the choices. */
  sampled: boolean;
}

/** Maximum of kinds, and of brands, on a page. */
const MAX_LISTED = 50;

/** `isForVehicle` leaves out makes, models and years. */
export function toFacets(
  rows: readonly FacetRow[],
  {
    make,
    model,
    year,
    category,
    conditions = [],
    engines = [],
    origin,
    kind,
    brand,
    grades = [],
    maxMiles,
    fitBy = [],
  }: PartFilters,
  { isForVehicle, offered }: { isForVehicle: boolean; offered: readonly OfferedKind[] },
): Facets {
  const countsOf = (facet: string): Count[] =>
    rows.flatMap((row) =>
      row.facet === facet ? [{ value: row.value, parts: row.parts, isSampled: row.sampled }] : [],
    );
  const list = (facet: string, chosen: string | undefined, most?: number) =>
    listChoices(countsOf(facet), chosen === undefined ? [] : [chosen], most);
  const inOrder = (facet: string, values: readonly string[], chosen: readonly string[]) => {
    const counts = countsOf(facet);
    return values
      .map((value) => toChoice(counts.find((count) => count.value === value) ?? none(counts, value)))
      .filter(({ value, parts }) => parts !== 0 || chosen.includes(value));
  };
  const prices = countsOf('price').map(({ value }) => Number(value));
  const grade = inOrder('grade', gradeChoices, grades);
  return {
    makes: isForVehicle ? [] : list('make', make),
    models: isForVehicle || make === undefined ? [] : list('model', model),
    years:
      isForVehicle || make === undefined || model === undefined
        ? []
        : list('year', year?.toString()).toSorted((a, b) => Number(b.value) - Number(a.value)),
    categories: list('category', category),
    kinds: countKinds(countsOf('kind'), { kinds: offered, chosen: kind, most: MAX_LISTED }),
    conditions: listChoices(countsOf('condition'), conditions),
    engines: listChoices(countsOf('engine'), engines, MAX_LISTED),
    brands: list('brand', brand, MAX_LISTED),
    origins: listChoices(
      addMissing(countsOf('origin'), ['new', 'used']),
      origin === undefined ? [] : [origin],
    ),
    // The facet is empty if no part has a grade.
    grades: grades.length === 0 && grade.every(({ value }) => value === 'none') ? [] : grade,
    mileages: toMileages(countsOf('mileage'), maxMiles),
    fits: inOrder(
      'fit',
      fitRules.map((_, index) => String(index + 1)),
      fitBy.map(placeOf),
    ).map(({ value, parts }) => ({ value: fitRules[Number(value) - 1] as string, parts })),
    inStock: toChoice(countsOf('stock')[0] ?? none(rows.map(({ sampled }) => ({ isSampled: sampled }))))
      .parts,
    newArrivals: toChoice(countsOf('added')[0] ?? none(rows.map(({ sampled }) => ({ isSampled: sampled }))))
      .parts,
    prices: prices.length === 0 ? null : { minCents: Math.min(...prices), maxCents: Math.max(...prices) },
  };
}

interface Count {
  value: string;
  parts: number;
  isSampled: boolean;
}

function placeOf(rule: FitRule): string {
  return String(fitRules.indexOf(rule) + 1);
}

/** Returns the count of a choice without a row. A sample can lack a rare one. */
function none(others: readonly { isSampled: boolean }[], value = ''): Count {
  return { value, parts: 0, isSampled: others.some(({ isSampled }) => isSampled) };
}

function addMissing(counts: readonly Count[], values: readonly string[]): Count[] {
  return values.map((value) => counts.find((count) => count.value === value) ?? none([], value));
}

function toChoice({ value, parts, isSampled }: Count): FacetChoice {
  return { value, parts: isSampled ? null : parts };
}

function toMileages(counts: readonly Count[], maxMiles: number | undefined): FacetChoice[] {
  return mileageChoices
    .map((most): Count => {
      const within = counts.filter(({ value }) => Number(value) <= most);
      return {
        value: String(most),
        parts: within.reduce((sum, { parts }) => sum + parts, 0),
        isSampled: within.some(({ isSampled }) => isSampled),
      };
    })
    .filter(({ value, parts }) => parts > 0 || value === String(maxMiles))
    .map(toChoice);
}

/**
 * Lists choices by their number of parts, then by name, numbers in names by their value. If there are more than `most`, keeps
 * the first and the chosen ones.
 */
function listChoices(
  choices: readonly Count[],
  chosen: readonly string[],
  most = Number.POSITIVE_INFINITY,
): FacetChoice[] {
  const found = sorted(choices.filter(({ parts }) => parts > 0));
  const listed = found.slice(0, most);
  const missing = chosen
    .filter((value) => !listed.some((choice) => choice.value === value))
    .map((value) => found.find((choice) => choice.value === value) ?? none(choices, value));
  return sorted([...listed, ...missing]).map(toChoice);
}

function sorted(choices: readonly Count[]): Count[] {
  return choices.toSorted((a, b) => b.parts - a.parts || byName.compare(a.value, b.value));
}

const byName = new Intl.Collator('en', { numeric: true });
