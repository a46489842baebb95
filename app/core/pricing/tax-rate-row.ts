import { usStates } from '#core/addresses/destination.ts';

export interface TaxRateRow {
  state: string;
  zip: string;
  /** All rates have at most six decimals. 0.0725 is 7.25 %. */
  stateRate: number;
  county: string;
  countyRate: number;
  city: string | null;
  cityRate: number;
  districts: { name: string; rate: number }[];
  /** True if the ZIP code spans districts. */
  needsCheck: boolean;
}

/** The columns of a file of tax rates (docs/sales-tax.md). */
const taxRateColumns = [
  'state',
  'zip',
  'state_rate',
  'county',
  'county_rate',
  'city',
  'city_rate',
  'combined_rate',
  'check',
] as const;

const MAX_DISTRICTS = 8;

const MAX_RATE = 0.2;
const MAX_NAME = 80;
const UNIT = 1_000_000;

const districtNumbers = Array.from({ length: MAX_DISTRICTS }, (_, index) => index + 1);
const districtColumns = districtNumbers.flatMap((number) => [
  `district_${number}`,
  `district_${number}_rate`,
]);

/** Finds the problems of a file's columns. */
export function findColumnProblems(columns: readonly string[]): string[] {
  const known = new Set<string>([...taxRateColumns, ...districtColumns]);
  const missing = taxRateColumns.filter((name) => !columns.includes(name));
  const unknown = columns.filter((name) => !known.has(name));
  const repeated = columns.filter((name, index) => known.has(name) && columns.indexOf(name) < index);
  return [
    ...missing.map((name) => `The column ${name} is missing`),
    ...unknown.map((name) => `The column ${name === '' ? 'without a name' : name} is unknown`),
    ...repeated.map((name) => `The column ${name} is repeated`),
  ];
}

export function readTaxRateRow(
  record: Readonly<Record<string, string | undefined>>,
): { row: TaxRateRow } | { problems: string[] } {
  const problems: string[] = [];
  const cell = (name: string) => record[name]?.trim() ?? '';
  const name = (column: string) => {
    const text = cell(column);
    if (text.length > MAX_NAME) problems.push(`${column} must be at most ${MAX_NAME} characters`);
    if (/[\p{Cc}\p{Zl}\p{Zp}\uFFFD]/u.test(text)) problems.push(`${column} must be one line of UTF-8 text`);
    return text;
  };
  const rate = (column: string, max = MAX_RATE) => {
    const parsed = parseRate(cell(column));
    if (parsed !== undefined && parsed <= max) return parsed;
    problems.push(`${column} must be a rate from 0 to ${max}, such as 0.0725 or 7.25%`);
    return Number.NaN;
  };
  const local = (column: string) => {
    const text = name(column);
    const own = cell(`${column}_rate`);
    const parsed = text === '' && own === '' ? 0 : rate(`${column}_rate`);
    if (text === '' && parsed > 0) problems.push(`${column} is missing, but it has a rate`);
    return { name: text, rate: parsed };
  };

  const state = cell('state').toUpperCase();
  if (!Object.hasOwn(usStates, state)) problems.push('state must be a two-letter state, such as CA');
  const zip = cell('zip');
  if (!/^\d{5}$/.test(zip)) problems.push('zip must have five digits');
  const stateRate = rate('state_rate');
  const county = local('county');
  if (county.name === '') problems.push('county is missing');
  const city = local('city');
  const districts = districtNumbers
    .map((number) => local(`district_${number}`))
    .filter((district) => district.name !== '' || district.rate > 0);
  const combined = rate('combined_rate', MAX_RATE);
  const check = cell('check').toLowerCase();
  if (check !== 'check' && check !== 'ok') problems.push("check must be 'check' or 'ok'");

  const sum = [stateRate, county.rate, city.rate, ...districts.map((district) => district.rate)].reduce(
    (total, each) => total + toUnits(each),
    0,
  );
  if (problems.length === 0 && sum !== toUnits(combined)) {
    problems.push(`combined_rate is ${combined}, but the rates add up to ${sum / UNIT}`);
  }
  if (problems.length > 0) return { problems };
  return {
    row: {
      state,
      zip,
      stateRate,
      county: county.name,
      countyRate: county.rate,
      city: city.name === '' ? null : city.name,
      cityRate: city.rate,
      districts,
      needsCheck: check === 'check',
    },
  };
}

/** Reads '0.0725' and '7.25%'. Returns undefined if it is not a rate of at most six decimals. */
function parseRate(text: string): number | undefined {
  const [, digits, percent] = /^(\d{0,3}(?:\.\d{1,8})?)(%?)$/.exec(text.replace(/\s+%$/, '%')) ?? [];
  if (digits === undefined || digits === '') return undefined;
  const units = Number(digits) * (percent ? UNIT / 100 : UNIT);
  // 7.25 x 10,000 is whole, but binary fractions may miss it by a little.
  return Math.abs(units - Math.round(units)) < 1e-6 ? Math.round(units) / UNIT : undefined;
}

function toUnits(rate: number): number {
  return Math.round(rate * UNIT);
}

/** Sums up all rates. */
export function combineRates(row: TaxRateRow): number {
  const rates = [row.stateRate, row.countyRate, row.cityRate, ...row.districts.map(({ rate }) => rate)];
  return rates.reduce((total, rate) => total + toUnits(rate), 0) / UNIT;
}
