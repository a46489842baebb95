import { z } from 'zod';
import { dollarAmount, note, readFields } from '#core/orders/read-action-form.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import type { Settlement } from './correct-order.server.ts';

const fields = z.object({
  correction: z.string().refine(isId, 'look at the amounts first'),
  total: z
    .string()
    .regex(/^\d{1,10}$/, 'look at the amounts first')
    .transform(Number),
  how: z
    .enum(['ask', 'refund', 'waive'])
    .optional()
    .transform((how) => how ?? null),
  reason: note,
  method: z
    .enum(['cash', 'card'])
    .optional()
    .transform((method) => method ?? null),
});

/** Reads how staff settle the difference. @throws {Refused} */
export function readSettlement(form: FormData): Settlement {
  const { correction, total, ...rest } = readFields(form, fields);
  return { id: correction, totalCents: total, ...rest };
}

/** Reads the price that staff set for the shipment, in cents. Null means as the shop computes it. @throws {Refused} */
export function readShippingByHand(form: FormData): number | null {
  const text = form.get('shipping');
  if (typeof text !== 'string' || text.trim() === '') return null;
  return readFields(form, z.object({ shipping: dollarAmount })).shipping;
}
