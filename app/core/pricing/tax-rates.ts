export type TaxLevel = 'state' | 'county' | 'city' | 'district';

export interface TaxJurisdiction {
  level: TaxLevel;
  /** As in 'San Diego County'. */
  name: string;
  /** 0.0725 is 7.25 %. At most six decimals. */
  rate: number;
}

/** The taxes at a destination. No jurisdictions: nothing is charged there. */
export interface TaxRates {
  jurisdictions: TaxJurisdiction[];
  taxesShipping: boolean;
}

/** What is charged for a jurisdiction; `flat` is the shop's one rate, or a part's own. */
export interface TaxAmount {
  level: TaxLevel | 'flat';
  name: string;
  rate: number;
  taxableCents: number;
  taxCents: number;
}

/** The taxes of an order: computed from rates, or by a service. */
export interface Taxes {
  totalCents: number;
  amounts: TaxAmount[];
  /** By line: the tax on its parts and their shipping, and on its core charges. */
  lines: { taxCents: number; coreTaxCents: number }[];
}
