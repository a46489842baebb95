import {
  fitRules,
  type GradeChoice,
  gradeChoices,
  mileageChoices,
  origins,
  type PartFilters,
} from '#core/catalog/catalog-query.ts';
import { type ChosenFilters, type SingleFilter, singleFilters } from '#core/search/chosen-filters.ts';
import { isEngineChoice } from '#core/search/engine-choices.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { parseDollars } from '#core/values/parse-dollars.ts';
import { parseYear } from '#core/vehicles/vehicle.ts';

const MAX_CONDITIONS = 50;

/** A reader returns '' for a value that it does not understand. */
const readers: Partial<Record<SingleFilter, (text: string) => string>> = {
  year: (text) => String(parseYear(text) ?? ''),
  origin: (text) => origins.find((origin) => origin === text) ?? '',
  max_miles: (text) => String(findMileage(text) ?? ''),
  min_price: readAmount,
  max_price: readAmount,
  in_stock: readFlag,
  new_arrivals: readFlag,
  only_fits: readFlag,
};

function findMileage(text: string) {
  return mileageChoices.find((miles) => String(miles) === text);
}

function isGrade(text: string): text is GradeChoice {
  return gradeChoices.some((grade) => grade === text);
}

function readAmount(text: string): string {
  const cents = parseDollars(text);
  return cents === undefined ? '' : dollarsFromCents(cents).replace(/\.00$/, '');
}

function readFlag(text: string): string {
  return text === '1' || text === 'true' ? '1' : '';
}

/** Reads the filters of an address. The filters' form, which offers only engines, does without their pattern. */
export function readAddressFilters(parameters: URLSearchParams | FormData): ChosenFilters {
  const filters = readFilters(parameters);
  return { ...filters, engine: filters.engine.filter(isEngineChoice) };
}

/** Ignores invalid values other than engines, a model without a make, and a year without a model. */
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
  const grades = new Set(texts('grade'));
  const rules = new Set(texts('fit_by'));
  return {
    ...singles,
    condition: [...new Set(texts('condition'))].slice(0, MAX_CONDITIONS),
    engine: [...new Set(texts('engine'))].slice(0, MAX_CONDITIONS),
    grade: gradeChoices.filter((grade) => grades.has(grade)),
    fit_by: fitRules.filter((rule) => rules.has(rule)),
  };
}

/** Converts the chosen filters for the database. */
export function toPartFilters({ condition, engine, grade, fit_by, ...chosen }: ChosenFilters): PartFilters {
  return {
    make: chosen.make || undefined,
    model: chosen.model || undefined,
    year: parseYear(chosen.year),
    category: chosen.category || undefined,
    conditions: condition.length > 0 ? condition : undefined,
    engines: engine.length > 0 ? engine : undefined,
    origin: origins.find((origin) => origin === chosen.origin),
    grades: grade.length > 0 ? grade.filter(isGrade) : undefined,
    maxMiles: findMileage(chosen.max_miles),
    fitBy: fit_by.length > 0 ? fitRules.filter((rule) => fit_by.includes(rule)) : undefined,
    kind: chosen.kind || undefined,
    brand: chosen.brand || undefined,
    minPriceCents: parseDollars(chosen.min_price),
    maxPriceCents: parseDollars(chosen.max_price),
    inStock: chosen.in_stock !== '' || undefined,
    newArrivals: chosen.new_arrivals !== '' || undefined,
    onlyFits: chosen.only_fits !== '' || undefined,
  };
}
