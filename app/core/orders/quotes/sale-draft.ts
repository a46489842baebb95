import type { CounterMethod } from '../counter-sale.ts';

/** Quotes are paid by a link, sales at the counter at once. */
export type SaleKind = 'quote' | 'counter';

export interface DraftLine {
  partId: string;
  /** As typed. */
  pieces: string;
  price: string;
}

/** The form as staff filled it in: texts as typed. */
export interface SaleDraft {
  /** The id that the order or the change will have, so that a form that is sent twice takes effect once. */
  id: string;
  /** The latest change of the quote that the person has seen, or empty. */
  seen: string;
  q: string;
  lines: DraftLine[];
  fulfillment: 'ship' | 'pickup';
  location: string;
  state: string;
  zip: string;
  /** Empty: as the shop computes it. */
  shipping: string;
  tax: string;
  taxReason: string;
  name: string;
  email: string;
  phone: string;
  note: string;
  /** Empty: as before. Only a change of a quote may keep its hold. */
  hours: string;
  method: CounterMethod | '';
  reference: string;
  isHandedOver: boolean;
}

/** A part as staff choose it. */
export interface OfferedPart {
  id: string;
  name: string;
  oemNumber: string | null;
  vehicle: string | null;
  condition: string | null;
  priceCents: number | null;
  /** Without held pieces. */
  stock: number;
}

/** What a draft costs, in cents. */
export interface DraftTotals {
  subtotalCents: number;
  shippingCents: number;
  taxCents: number;
  coreCents: number;
  batteryFeeCents: number;
  totalCents: number;
}

/** The form for a new sale, or for the change of a quote, with what it answers. */
export interface SaleForm {
  kind: SaleKind;
  /** Of a quote. */
  isChange: boolean;
  /** Names of the shop's locations. */
  locations: readonly string[];
  /** Buyers of quotes can only pick up at a location whose address the settings have. */
  offersPickup: boolean;
  maxHours: number;
  draft: SaleDraft;
  /** Those of the draft's lines. Deleted ones are missing. */
  parts: OfferedPart[];
  /** Null: nothing was searched. */
  found: OfferedPart[] | null;
  /** Parts that are not in the shop, and can't be sold until staff show them. */
  hidden: OfferedPart[];
  totals: DraftTotals | null;
  problems: DraftProblems;
}

/** By the name of the field; 'form' is about the whole. */
export type DraftProblems = Record<string, string>;

export const MAX_SALE_LINES = 100;

/** A search lists so many parts. */
export const MOST_FOUND = 20;
