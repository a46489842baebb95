import { z } from 'zod';
import { countItems, MAX_QUANTITY, MAX_SETTLED } from '#core/carts/cart.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { isDestination } from '#core/addresses/is-destination.ts';
import type { CartQuestions } from '#core/pricing/questions.ts';
import type { LineRefusal } from '#core/pricing/shipping.ts';
import type { OpenQuote, Quote } from '#core/pricing/pricing.ts';
import { findZipProblem } from '#core/addresses/zip-state.ts';

const MAX_LINES = 100;

const MAX_CENTS = 1_000_000_000;

const cents = (min: number) =>
  z.int('must be a whole number of cents').min(min, `must be at least ${min}`).max(MAX_CENTS, 'is too large');

const partId = z.string('must be text').max(200, 'is too long');

const quantity = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(MAX_QUANTITY, `must be at most ${MAX_QUANTITY}`);

function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, 'must be a list')
    .min(1, 'Your cart is empty')
    .max(MAX_LINES, `must be at most ${MAX_LINES}`);
}

/** The destination is missing or null if the cart did not ask. */
const destination = z
  .custom<Destination>(
    isDestination,
    'must be a place to ship to, with state and ZIP code in the US, or a pickup location',
  )
  .refine((to) => findProblem(to) === undefined, { error: ({ input }) => findProblem(input as Destination) })
  .nullable()
  .default(null);

function findProblem(to: Destination): string | undefined {
  return to.kind === 'ship' ? findZipProblem(to) : undefined;
}

/** The body of create-payment (Spec §7). `id`, `purchase`, `settled`, `destination`, `coreCents` and `batteryFeeCents` are additions. */
const checkoutRequestSchema = z.object({
  items: listOf(
    z.object({
      id: partId.optional(),
      name: z
        .string('is missing')
        .max(500, 'is too long')
        .refine((name) => !name.includes('\0'), 'must not contain a NUL character'),
      amountCents: cents(1),
      quantity,
    }),
  ),
  currency: z.literal('usd', "must be 'usd'"),
  shippingCents: cents(0),
  taxCents: cents(0),
  coreCents: cents(0).default(0),
  batteryFeeCents: cents(0).default(0),
  destination,
  purchase: z.enum(['cart', 'buy_now'], "must be 'cart' or 'buy_now'").default('cart'),
  /** The session ids of paid carts whose parts the client has already removed from its cart. */
  settled: z
    .array(
      z
        .string('must be text')
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
  coreCents?: number;
  batteryFeeCents?: number;
  /** The question that the cart must ask first. */
  needs?: OpenQuote['needs'];
  /** The lines that cannot be sent to the destination, by their index in `items`. */
  refusals?: LineRefusal[];
  /** The browser has already paid for this, and removes it from its cart. */
  paid?: PaidPurchase;
}

export interface RefusedItem {
  id: string;
  /** The current price. Null if the part was deleted or has no price. */
  amountCents: number | null;
  available: number;
}

export interface PaidPurchase {
  sessionId: string;
  bought: { partId: string | null; quantity: number }[];
}

const priceRequestSchema = z.object({
  items: listOf(z.object({ id: partId, quantity })),
  destination,
});

export type PriceRequest = z.output<typeof priceRequestSchema>;

/** The answer of price-cart: what create-payment would charge. */
export interface PriceResponse {
  quote: Quote;
  asked: CartQuestions;
}

/** Validates the body of create-payment (Spec §7). An invalid body gives one message about the first problem. */
export function parseCheckoutRequest(body: unknown): CheckoutRequest | { error: string } {
  const request = parseBody(checkoutRequestSchema, body);
  if ('error' in request) return request;
  if (request.purchase === 'buy_now' && countItems(request.items) !== 1)
    return { error: 'Buy Now pays for a single part' };
  return request;
}

/** Validates the body of price-cart, like parseCheckoutRequest. */
export function parsePriceRequest(body: unknown): PriceRequest | { error: string } {
  return parseBody(priceRequestSchema, body);
}

function parseBody<Schema extends z.ZodType<object>>(
  schema: Schema,
  body: unknown,
): z.output<Schema> | { error: string } {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [{ message, path }] = parsed.error.issues as [z.core.$ZodIssue];
  if (path.length === 0) return { error: 'The request cannot be read' };
  return { error: message.startsWith('Your') ? message : `${path.join('.')} ${message}` };
}
