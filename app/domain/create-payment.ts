import { z } from 'zod';
import { MOST_OF_ONE, MOST_SETTLED } from './cart.ts';

/** The most lines of one payment. */
const MOST_LINES = 100;

/** The most that one line's amount, tax or shipping can be, in cents. */
const MOST_CENTS = 1_000_000_000;

const cents = (least: number) =>
  z
    .number(`must be a whole number of cents`)
    .int('must be a whole number of cents')
    .min(least, `must be at least ${least}`)
    .max(MOST_CENTS, 'is too large');

/** The body of create-payment (Spec §7, Server functions). Our own client also sends ids, purchase and settled. */
const checkoutRequest = z.object({
  items: z
    .array(
      z.object({
        id: z.string().max(200, 'is too long').optional(),
        name: z
          .string('is missing')
          .max(500, 'is too long')
          .refine((name) => !name.includes('\0'), 'must not contain a NUL character'),
        amountCents: cents(1),
        quantity: z
          .number('must be a whole number')
          .int('must be a whole number')
          .min(1, 'must be at least 1')
          .max(MOST_OF_ONE, `must be at most ${MOST_OF_ONE}`),
      }),
      'must be a list',
    )
    .min(1, 'Your cart is empty')
    .max(MOST_LINES, `must be at most ${MOST_LINES}`),
  currency: z.literal('usd', "must be 'usd'"),
  shippingCents: cents(0),
  taxCents: cents(0),
  purchase: z.enum(['cart', 'buy_now'], "must be 'cart' or 'buy_now'").default('cart'),
  /** The payment pages whose parts the client has taken out of its cart. */
  settled: z
    .array(
      z
        .string('must be a text')
        .max(200, 'is too long')
        .refine((name) => !name.includes('\0'), 'must not contain a NUL character'),
      'must be a list',
    )
    .max(MOST_SETTLED, `must be at most ${MOST_SETTLED}`)
    .optional(),
});

/** What a client sends. */
export type CheckoutBody = z.input<typeof checkoutRequest>;

/** What the server reads from it. */
export type CheckoutRequest = z.output<typeof checkoutRequest>;

/** What create-payment answers when it makes a payment page. */
export interface PaymentPageAnswer {
  url: string;
}

/** What create-payment answers when it refuses: 400, 409 or 429. */
export interface CheckoutRefusal {
  /** For the shopper. */
  error: string;
  /** The items that can't be sold as asked. */
  items?: RefusedItem[];
  /** What tax and shipping are, when the client computed them differently. */
  shippingCents?: number;
  taxCents?: number;
  /** What this browser has already paid for, so that it can take it out of its cart. */
  paid?: PaidPurchase;
}

/** A part that can't be sold as asked. */
export interface RefusedItem {
  id: string;
  /** Its price now; null when the part is gone or has no price. */
  amountCents: number | null;
  /** How many can be bought. */
  available: number;
}

/** A purchase that was paid already. */
export interface PaidPurchase {
  sessionId: string;
  bought: { partId: string | null; quantity: number }[];
}

/** Reads the body, or says in one line what is wrong with it. */
export function readCheckoutRequest(body: unknown): CheckoutRequest | { error: string } {
  const parsed = checkoutRequest.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = issue?.message ?? 'The request cannot be read';
    return { error: message.startsWith('Your') ? message : `${issue?.path.join('.')} ${message}` };
  }
  const { purchase, items } = parsed.data;
  if (purchase === 'buy_now' && (items.length !== 1 || items[0]?.quantity !== 1)) {
    return { error: 'Buy Now pays for one part at once' };
  }
  return parsed.data;
}
