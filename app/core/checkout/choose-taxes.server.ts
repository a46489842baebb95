import { isDeepStrictEqual } from 'node:util';
import type { PricedLine } from '#core/pricing/line.ts';
import type { RegisteredState } from '#core/pricing/pricing-terms.ts';
import { findStateRates, noTaxes } from '#core/pricing/tax.ts';
import { findTaxCalculation, type TaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { TaxJurisdiction, TaxRates, Taxes } from '#core/pricing/tax-rates.ts';
import type { Quote } from '#core/pricing/pricing.ts';
import type { Settings } from '#core/settings/settings.ts';

export interface Place {
  state: string;
  zip: string;
}

export interface AnsweredCalculation {
  request: TaxCalculation;
  taxes: Taxes;
}

interface Purchase {
  lines: readonly PricedLine[];
  /** Prices the lines with these rates and all other terms of the purchase. */
  price: (taxRates: TaxRates) => Quote;
  /** The service's answer to an earlier `ask`. */
  answered?: AnsweredCalculation | undefined;
}

export interface TaxQuestion extends Purchase {
  /** The signed-in buyer. */
  userId: string | null;
}

/** The first three are terms of the purchase (PricingTerms). */
export interface PlaceTaxes {
  taxRates: TaxRates | null;
  calculatedTaxes?: Taxes;
  exempt: boolean;
  place: Place | null;
  /** The certificate of an exempt buyer, and the jurisdictions that do not tax the order. */
  exemption?: { certificateId: string; rates: TaxRates };
  /** The table does not have the ZIP code: the state's own rate holds. */
  isZipMissing?: boolean;
  /** End the transaction, ask the service, and repeat it with the answer: `withTaxService`. */
  ask?: TaxCalculation;
}

/** A row of the table. Rates are texts, as the database returns them. */
interface ZipRates {
  state_rate: string;
  county: string;
  county_rate: string;
  city: string | null;
  city_rate: string;
  districts: unknown;
}

/** The state and the county are kept without a rate too: the report needs them. */
export function toJurisdictions(state: string, row: ZipRates): TaxJurisdiction[] {
  const districts = row.districts as { name: string; rate: number }[];
  const local: TaxJurisdiction[] = [
    { level: 'city', name: row.city ?? '', rate: Number(row.city_rate) },
    ...districts.map(({ name, rate }) => ({ level: 'district' as const, name, rate })),
  ];
  return [
    { level: 'state', name: state, rate: Number(row.state_rate) },
    { level: 'county', name: row.county, rate: Number(row.county_rate) },
    ...local.filter(({ rate }) => rate > 0),
  ];
}

interface RegisteredPlace {
  place: Place;
  registered: RegisteredState;
  /** From the table, if it is used and has the ZIP code. */
  jurisdictions?: TaxJurisdiction[] | undefined;
  /** Of the buyer's valid certificate. */
  certificateId?: string | undefined;
}

/** Chooses the taxes at a place in a state where the owner is registered. */
export function chooseTaxes(
  { tax, cores }: Pick<Settings, 'tax' | 'cores'>,
  { place, registered, jurisdictions, certificateId }: RegisteredPlace,
  purchase: Purchase,
): PlaceTaxes {
  const { rate, taxesShipping } = registered;
  const ownRates: TaxRates = {
    jurisdictions: [{ level: 'state', name: place.state, rate }],
    taxesShipping,
  };
  const tableRates = jurisdictions && { jurisdictions, taxesShipping };
  if (certificateId !== undefined) {
    const exemption = { certificateId, rates: tableRates ?? ownRates };
    return { taxRates: noTaxes, exempt: true, place, exemption };
  }
  const charged = { exempt: false, place };
  const stateRates = findStateRates(tax, place);
  if (stateRates) return { ...charged, taxRates: stateRates };
  if (tax.mode === 'service') return { ...charged, ...findCalculation(cores, place, purchase) };
  if (tableRates) return { ...charged, taxRates: tableRates };
  return rate > 0 ? { ...charged, taxRates: ownRates, isZipMissing: true } : { ...charged, taxRates: null };
}

function findCalculation(
  cores: Settings['cores'],
  place: Place,
  { lines, price, answered }: Purchase,
): Pick<PlaceTaxes, 'taxRates' | 'calculatedTaxes' | 'ask'> {
  const request = findTaxCalculation(place, lines, cores, price(noTaxes));
  if (!request) return { taxRates: null };
  if (request.lines.every((line) => line.partCents + line.coreCents + line.shippingCents === 0))
    return { taxRates: noTaxes };
  // Parts, prices or settings may have changed since.
  if (!isDeepStrictEqual(answered?.request, request)) return { taxRates: null, ask: request };
  return { taxRates: null, ...(answered && { calculatedTaxes: answered.taxes }) };
}
