import type { CounterMethod } from '../counter-sale.ts';

/** Quotes are paid by a link, counter sales at once. */
export type SaleKind = 'quote' | 'counter';

export interface DraftLine {
  partId: string;
  /** Typed text. */
  units: string;
  price: string;
}

/** The form as staff filled it in, with their typed texts. */
export interface SaleDraft {
  /** The order or the change gets this id, so that a form that is sent twice takes effect once. */
  id: string;
  /** Latest change of the quote that the person has seen, or empty. */
  seen: string;
  q: string;
  lines: DraftLine[];
  fulfillment: 'ship' | 'pickup';
  location: string;
  state: string;
  zip: string;
  /** Empty means that the shop computes it. */
  shipping: string;
  tax: string;
  taxReason: string;
  name: string;
  email: string;
  phone: string;
  note: string;
  /** Empty means unchanged. Only a change of a quote may keep its hold. */
  hours: string;
  method: CounterMethod | '';
  reference: string;
  isHandedOver: boolean;
}

/** A part that staff can choose. */
export interface OfferedPart {
  id: string;
  name: string;
  oemNumber: string | null;
  vehicle: string | null;
  condition: string | null;
  priceCents: number | null;
  /** Leaves out held units. */
  stock: number;
}

/** Costs of a draft, in cents. */
export interface DraftTotals {
  subtotalCents: number;
  shippingCents: number;
  taxCents: number;
  coreCents: number;
  batteryFeeCents: number;
  totalCents: number;
}

/** The form for a new sale, or for the change of a quote, with the answers to it. */
export interface SaleForm {
  kind: SaleKind;
  /** True for the change of a quote. */
  isChange: boolean;
  /** Names of the shop's locations. */
  locations: readonly string[];
  /** True if the settings have the address of a location. Buyers of quotes can only pick up there. */
  offersPickup: boolean;
  maxHours: number;
  draft: SaleDraft;
  /** Parts of the draft's lines. Deleted ones are missing. */
  parts: OfferedPart[];
  /** Null if nothing was searched. */
  found: OfferedPart[] | null;
  /** Hidden parts can't be sold until staff show them. */
  hidden: OfferedPart[];
  totals: DraftTotals | null;
  problems: DraftProblems;
}

/** Field name -> problem. 'form' is about the whole. */
export type DraftProblems = Record<string, string>;

export const MAX_SALE_LINES = 100;

/** Maximum of parts that a search lists. */
export const MOST_FOUND = 20;
