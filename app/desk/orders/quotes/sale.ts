import type { CounterMethod } from '#core/orders/counter-sale.ts';
import type { Destination } from '#core/addresses/destination.ts';
import type { Identity } from '#core/platform/database.server.ts';
import type { SaleKind } from '#core/orders/quotes/sale-draft.ts';

/** Identity of the shop that acts for staff. The database checks that the person is staff. */
export type ShopForStaff = Extract<Identity, { role: 'service_role' }> & { userId: string };

export interface CounterPayment {
  method: CounterMethod;
  /** Example: the last digits of the card. */
  reference: string | null;
  /** True if the buyer has the parts. */
  isHandedOver: boolean;
}

/** Describes a quote or a sale at the counter, as staff want it. Amounts in cents. */
export interface Sale {
  kind: SaleKind;
  /** Id of the order, or of the change of a quote. */
  id: string;
  lines: { partId: string; quantity: number; unitPriceCents: number }[];
  /** Null means shipped to a place that need not be known. */
  destination: Destination | null;
  /** Null means as the shop computes it. */
  shippingCents: number | null;
  tax: { cents: number; reason: string } | null;
  buyer: { name: string | null; email: string | null; phone: string | null };
  note: string | null;
  /** Null means that the hold of the changed quote ends as before. */
  hours: number | null;
  /** Payment of a sale at the counter. */
  payment: CounterPayment | null;
}
