import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import type { SaleDraft } from '#core/orders/quotes/sale-draft.ts';
import { readDeskQuote } from '#core/orders/quotes/read-quotes.server.ts';

export interface ChangeDraft {
  draft: SaleDraft;
  isOpen: boolean;
  orderId: string;
  /** Names of parts that were deleted from the catalog since. The draft leaves them out. */
  deleted: string[];
}

/** Fills in the form with the current quote, as the signed-in person. Undefined if there is none. */
export async function readChangeDraft(
  transaction: Transaction<DB>,
  number: number,
): Promise<ChangeDraft | undefined> {
  const quote = await readDeskQuote(transaction, number);
  if (!quote) return undefined;
  const { destination } = quote;
  const shipped = destination?.kind === 'ship' ? destination : null;
  const draft: SaleDraft = {
    id: randomUUID(),
    seen: quote.changeId ?? '',
    q: '',
    lines: quote.lines.flatMap(({ partId, quantity, unitPriceCents }) =>
      partId === null ? [] : [{ partId, units: String(quantity), price: dollarsFromCents(unitPriceCents) }],
    ),
    fulfillment: destination?.kind === 'pickup' ? 'pickup' : 'ship',
    location: destination?.kind === 'pickup' ? destination.location : '',
    state: shipped?.state ?? '',
    zip: shipped?.zip ?? '',
    shipping: quote.isShippingByHand ? dollarsFromCents(quote.shippingCents) : '',
    tax: quote.taxReason === null ? '' : dollarsFromCents(quote.taxCents),
    taxReason: quote.taxReason ?? '',
    name: quote.name ?? '',
    email: quote.email ?? '',
    phone: quote.phone ?? '',
    note: quote.note ?? '',
    hours: '',
    method: '',
    reference: '',
    isHandedOver: true,
  };
  const deleted = quote.lines.filter(({ partId }) => partId === null).map(({ name }) => name);
  return { draft, isOpen: quote.state === 'open', orderId: quote.orderId, deleted };
}
