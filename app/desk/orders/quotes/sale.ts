import type { CounterMethod } from '#core/orders/counter-sale.ts';
import type { Destination } from '#core/addresses/destination.ts';
import type { Identity } from '#core/platform/database.server.ts';
import type { SaleKind } from '#core/orders/quotes/sale-draft.ts';

/** The shop itself, for a member of staff. The database checks that the person is one. */
export type ShopForStaff = Extract<Identity, { role: 'service_role' }> & { userId: string };

export interface CounterPayment {
  method: CounterMethod;
  /** Such as the last digits of the card. */
  reference: string | null;
  /** Whether the buyer has the parts. */
  isHandedOver: boolean;
}

/** A quote or a sale at the counter, as staff want it. Amounts in cents. */
export interface Sale {
  kind: SaleKind;
  /** Of the order, or of the change of a quote. */
  id: string;
  lines: { partId: string; quantity: number; unitPriceCents: number }[];
  /** Null: shipped to a place that need not be known. */
  destination: Destination | null;
  /** Null: as the shop computes it. */
  shippingCents: number | null;
  tax: { cents: number; reason: string } | null;
  buyer: { name: string | null; email: string | null; phone: string | null };
  note: string | null;
  /** Null: the hold of a quote that is changed ends as before. */
  hours: number | null;
  /** Of a sale at the counter. */
  payment: CounterPayment | null;
}
