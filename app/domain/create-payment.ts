import { z } from 'zod';
import { countItems, MAX_QUANTITY, MAX_SETTLED } from './cart.ts';

const MAX_LINES = 100;

const MAX_CENTS = 1_000_000_000;

const cents = (min: number) =>
  z.int('must be a whole number of cents').min(min, `must be at least ${min}`).max(MAX_CENTS, 'is too large');

/** Spec §7, Server functions. `id`, `purchase` and `settled` are additions. */
const checkoutRequestSchema = z.object({
  items: z
    .array(
      z.object({
        id: z.string('must be a text').max(200, 'is too long').optional(),
        name: z
          .string('is missing')
          .max(500, 'is too long')
          .refine((name) => !name.includes('\0'), 'must not contain a NUL character'),
        amountCents: cents(1),
        quantity: z
          .int('must be a whole number')
          .min(1, 'must be at least 1')
          .max(MAX_QUANTITY, `must be at most ${MAX_QUANTITY}`),
      }),
      'must be a list',
    )
    .min(1, 'Your cart is empty')
    .max(MAX_LINES, `must be at most ${MAX_LINES}`),
  currency: z.literal('usd', "must be 'usd'"),
  shippingCents: cents(0),
  taxCents: cents(0),
  purchase: z.enum(['cart', 'buy_now'], "must be 'cart' or 'buy_now'").default('cart'),
  /** Session ids of paid carts whose parts the client has already removed from its cart. */
  settled: z
    .array(
      z
        .string('must be a text')
        .max(200, 'is too long')
        .refine((name) => !name.includes('\0'), 'must not contain a NUL character'),
      'must be a list',
    )
    .max(MAX_SETTLED, `must be at most ${MAX_SETTLED}`)
    .optional(),
});

export type CheckoutBody = z.input<typeof checkoutRequestSchema>;

export type CheckoutRequest = z.output<typeof checkoutRequestSchema>;

export interface CreatePaymentResponse {
  url: string;
}

export interface CheckoutRefusal {
  error: string;
  items?: RefusedItem[];
  /** The server's amounts, when the client's differ. */
  shippingCents?: number;
  taxCents?: number;
  /** The browser has already paid for this, and removes it from its cart. */
  paid?: PaidPurchase;
}

export interface RefusedItem {
  id: string;
  /** The current price; null when the part was deleted or has no price. */
  amountCents: number | null;
  available: number;
}

export interface PaidPurchase {
  sessionId: string;
  bought: { partId: string | null; quantity: number }[];
}

/** Validates the body of create-payment (Spec §7). An invalid body gives one message about the first problem. */
export function parseCheckoutRequest(body: unknown): CheckoutRequest | { error: string } {
  const parsed = checkoutRequestSchema.safeParse(body);
  if (!parsed.success) {
    const [{ message, path }] = parsed.error.issues as [z.core.$ZodIssue];
    if (path.length === 0) return { error: 'The request cannot be read' };
    return { error: message.startsWith('Your') ? message : `${path.join('.')} ${message}` };
  }
  const { purchase, items } = parsed.data;
  if (purchase === 'buy_now' && countItems(items) !== 1)
    return { error: 'Buy Now pays for one part at once' };
  return parsed.data;
}
