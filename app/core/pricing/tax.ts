import { splitCents, sum } from './line.ts';
import type { TaxTerms } from './pricing-terms.ts';
import type { TaxAmount, TaxRates, Taxes } from './tax-rates.ts';

/** The taxable amounts of a line, in cents. */
export interface TaxBase {
  partCents: number;
  shippingCents: number;
  coreCents: number;
  /** The part's own rate. */
  ownRate: number | null | undefined;
}

/** Thousandths of a percent. They are integers, so that the tax is rounded only once. */
const FLAT_UNIT = 100_000;

/** Some states have rates such as 8.9375 %. */
const TABLE_UNIT = 1_000_000;

export const noTaxes: TaxRates = { jurisdictions: [], taxesShipping: false };

/** Finds the rates of a place. Returns null if they depend on the table or the service. */
export function findStateRates({ states }: TaxTerms, place: { state: string }): TaxRates | null {
  const registered = states.find(({ state }) => state === place.state);
  if (!registered) return noTaxes;
  const { state, rate, usesTable, taxesShipping } = registered;
  if (usesTable) return null;
  return { jurisdictions: [{ level: 'state', name: state, rate }], taxesShipping };
}

/** Sums the tax over the lines and jurisdictions and rounds it once, half a cent up. */
export function computeTaxes(bases: readonly TaxBase[], rates: TaxRates | { flatRate: number }): Taxes {
  return 'flatRate' in rates ? computeFlatTax(bases, rates.flatRate) : computeRateTaxes(bases, rates);
}

function computeFlatTax(bases: readonly TaxBase[], flatRate: number): Taxes {
  const units = bases.map(({ ownRate }) => Math.round((ownRate ?? flatRate) * FLAT_UNIT));
  const shares = bases.map((base, index) => multiply(base, units[index] ?? 0, false));
  const rounded = roundTax(shares, FLAT_UNIT);
  const amounts = [...new Set(units)]
    .filter((unit) => unit > 0)
    .map((unit) => {
      const taxableCents = sum(
        bases.map((base, index) => (units[index] === unit ? base.partCents + base.coreCents : 0)),
      );
      return {
        level: 'flat' as const,
        name: 'Sales tax',
        rate: unit / FLAT_UNIT,
        taxableCents,
        units: taxableCents * unit,
      };
    });
  return { ...rounded, amounts: splitAmounts(rounded.totalCents, amounts) };
}

function computeRateTaxes(bases: readonly TaxBase[], { jurisdictions, taxesShipping }: TaxRates): Taxes {
  const units = jurisdictions.map(({ rate }) => Math.round(rate * TABLE_UNIT));
  const combined = sum(units);
  // A part's own rate applies to the flat tax only. But 0 applies everywhere: the part is not taxed.
  const shares = bases.map((base) => multiply(base, base.ownRate === 0 ? 0 : combined, taxesShipping));
  const rounded = roundTax(shares, TABLE_UNIT);
  const taxable = sum(bases.map((base) => (base.ownRate === 0 ? 0 : multiply(base, 1, taxesShipping).all)));
  const amounts = jurisdictions.map((jurisdiction, index) => ({
    ...jurisdiction,
    taxableCents: taxable,
    units: taxable * (units[index] ?? 0),
  }));
  return { ...rounded, amounts: splitAmounts(rounded.totalCents, amounts) };
}

interface Share {
  line: number;
  core: number;
  all: number;
}

function multiply(base: TaxBase, units: number, withShipping: boolean): Share {
  const line = (base.partCents + (withShipping ? base.shippingCents : 0)) * units;
  const core = base.coreCents * units;
  return { line, core, all: line + core };
}

function roundTax(shares: readonly Share[], unit: number): Omit<Taxes, 'amounts'> {
  const totalCents = Math.round(sum(shares.map(({ all }) => all)) / unit);
  const split = splitCents(
    totalCents,
    shares.flatMap(({ line, core }) => [line, core]),
  );
  return {
    totalCents,
    lines: shares.map((_, index) => ({
      taxCents: split[2 * index] ?? 0,
      coreTaxCents: split[2 * index + 1] ?? 0,
    })),
  };
}

function splitAmounts(
  totalCents: number,
  amounts: readonly (Omit<TaxAmount, 'taxCents'> & { units: number })[],
): TaxAmount[] {
  const split = splitCents(
    totalCents,
    amounts.map(({ units }) => units),
  );
  return amounts
    .map(({ units: _, ...amount }, index) => ({ ...amount, taxCents: split[index] ?? 0 }))
    .filter(({ taxableCents }) => taxableCents > 0);
}
