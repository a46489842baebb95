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
