import type { ConditionKind } from '#core/catalog/condition-kind.ts';
import type { Destination, RemoteArea } from '#core/addresses/destination.ts';
import type { ShippingClass } from '#core/catalog/shipping-class.ts';
import type { TaxRates, Taxes } from './tax-rates.ts';

/** Business days. */
export interface DayRange {
  min: number;
  max: number;
}

export interface FreightZone {
  name: string;
  /** Two letters each. */
  states: string[];
  baseCents: number;
  centsPerHundredPounds: number;
  /** Added for a place that is not a business. */
  residentialCents: number;
  liftgateCents: number;
  days: DayRange | null;
}

/** Rules for the parts of a category that say nothing themselves. */
export interface ShippingKind {
  category: string;
  class: ShippingClass;
  pounds: number | null;
  lengthIn: number | null;
  widthIn: number | null;
  heightIn: number | null;
}

export interface Country {
  /** Two letters (ISO 3166). */
  country: string;
  /** Cents per box. */
  parcelCents: number;
  days: DayRange | null;
}

/** 'same' costs the same as elsewhere. A number is cents added for each box. */
export type RemoteRule = 'same' | 'refused' | number;

/** The owner's shipping rules (settings/shipping-settings.ts). */
export interface ShippingTerms {
  /** Cents for each box of a line of parcels. A part's own shipping cost replaces it. */
  lineCents: number;
  /** A line of parcels above this price ships free. Null means that none does. */
  freeAboveCents: number | null;
  /** A line that is heavier is packed in several boxes. A heavier unit is oversize. Null means no limit. */
  maxParcelPounds: number | null;
  /** A longer unit is oversize. Null means no limit. */
  maxParcelInches: number | null;
  /** Cents per unit. Null means that shoppers ask for a quote. */
  oversize: { pieceCents: number | null };
  /** All freight of an order is one shipment. */
  freight: { mode: 'quote' | 'zones'; zones: FreightZone[] };
  /** `readyHours` is the time until an order can be picked up. */
  pickup: { offered: boolean; readyHours: number };
  remote: Record<RemoteArea, RemoteRule>;
  /** True if parcels go to PO boxes. Oversize and freight never do. */
  poBoxes: boolean;
  /** Countries besides the United States. Only parcels go there. */
  countries: Country[];
  /** Transit times of the classes, where the owner states them. */
  days: { parcel: DayRange | null; oversize: DayRange | null; freight: DayRange | null };
  kinds: ShippingKind[];
}

export interface RegisteredState {
  state: string;
  /** Rate of the whole state, unless the rate comes from the table: 0.0725 is 7.25 %. */
  rate: number;
  usesTable: boolean;
  taxesShipping: boolean;
}

/** The owner's tax rules (settings/tax-settings.ts). */
export interface TaxTerms {
  /** `flat` is one rate for all. `table` and `service` go by destination, in the registered states only. */
  mode: 'flat' | 'table' | 'service';
  /** 0.08 is 8 %. A part's own rate replaces it. */
  flatRate: number;
  /** States where the owner is registered. Nothing is charged elsewhere. */
  states: RegisteredState[];
}

/** The core charge of parts of a category that have none of their own. */
export interface CoreKind {
  category: string;
  chargeCents: number;
}

/** The owner's rules for core charges (settings/core-settings.ts). */
export interface CoreTerms {
  /** Days that a buyer has to return the old part. */
  returnDays: number;
  /** True taxes it like its part. False never taxes it. */
  taxed: boolean;
  /** True if the tax on a core charge is refunded with it. California refunds it for refurbished parts only. */
  refundsTax: Record<ConditionKind, boolean>;
  kinds: CoreKind[];
}

/** All facts that a price depends on, besides the lines. */
export interface PricingTerms {
  shipping: ShippingTerms;
  tax: TaxTerms;
  cores: CoreTerms;
  /** Null if not asked yet, or not needed. */
  destination: Destination | null;
  /** Two letters of the location where the order is picked up. */
  pickupState?: string | undefined;
  /** Rates at the destination. Null if not looked up yet, or not needed. */
  taxRates: TaxRates | null;
  /** Replaces `taxRates`: a service calculated the taxes for exactly these lines and this destination. */
  calculatedTaxes?: Taxes | undefined;
  /** True if the buyer has a valid resale certificate. */
  exempt: boolean;
}

/** Values of Spec §9. */
export const defaultShipping: ShippingTerms = {
  lineCents: 15_00,
  freeAboveCents: 100_00,
  maxParcelPounds: null,
  maxParcelInches: null,
  oversize: { pieceCents: null },
  freight: { mode: 'quote', zones: [] },
  pickup: { offered: false, readyHours: 24 },
  remote: { alaska: 'same', hawaii: 'same', territories: 'same', military: 'same' },
  poBoxes: true,
  countries: [],
  days: { parcel: null, oversize: null, freight: null },
  kinds: [],
};

/** Values of Spec §9. */
export const defaultTax: TaxTerms = { mode: 'flat', flatRate: 0.08, states: [] };

export const defaultCores: CoreTerms = {
  returnDays: 30,
  taxed: true,
  refundsTax: { new: true, used: true, refurbished: true },
  kinds: [],
};

/** Values of the specification. */
export const defaultTerms: PricingTerms = {
  shipping: defaultShipping,
  tax: defaultTax,
  cores: defaultCores,
  destination: null,
  taxRates: null,
  exempt: false,
};
