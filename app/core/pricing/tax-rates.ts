export type TaxLevel = 'state' | 'county' | 'city' | 'district';

export interface TaxJurisdiction {
  level: TaxLevel;
  /** Example: 'San Diego County'. */
  name: string;
  /** At most six decimals. 0.0725 is 7.25 %. */
  rate: number;
}

/** The taxes at a destination. Nothing is charged there if it has no jurisdictions. */
export interface TaxRates {
  jurisdictions: TaxJurisdiction[];
  taxesShipping: boolean;
}

/** The tax of a jurisdiction. `flat` is the shop's one rate, or a part's own. */
export interface TaxAmount {
  level: TaxLevel | 'flat';
  name: string;
  rate: number;
  taxableCents: number;
  taxCents: number;
}

/** The taxes of an order. They come from rates, or from a service. */
export interface Taxes {
  totalCents: number;
  amounts: TaxAmount[];
  /** Tax of each line: on its parts and their shipping, and on its core charges. */
  lines: { taxCents: number; coreTaxCents: number }[];
}
