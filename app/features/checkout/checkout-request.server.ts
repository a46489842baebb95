import { z } from 'zod';
import { MOST_OF_ONE } from '#domain/cart.ts';

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

/** The most payments that a client can name as taken out of its cart. */
export const MOST_SETTLED = 50;

/** The body of create-payment (Spec §7, Server functions). Our own client also sends part ids, purchase and settled. */
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

export type CheckoutRequest = z.infer<typeof checkoutRequest>;

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
