import { z } from 'zod';

/** An address as assistants send it. All members may be missing. */
export interface AskedAddress {
  first_name?: string | undefined;
  last_name?: string | undefined;
  phone_number?: string | undefined;
  street_address?: string | undefined;
  extended_address?: string | undefined;
  address_locality?: string | undefined;
  address_region?: string | undefined;
  address_country?: string | undefined;
  postal_code?: string | undefined;
}

const MAX_LINES = 100;
const MAX_ASKED_UNITS = 1_000_000;
const MAX_PLACES = 20;
const MAX_CLAIMS = 20;
const MAX_MARKERS = 50;

/** PostgreSQL can't store NUL and unpaired surrogates. */
const text = (max: number) =>
  z
    .string('must be text')
    .max(max, `must have at most ${max} characters`)
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
    .refine((value) => value.isWellFormed(), 'must be well-formed text');

const address = z.object({
  first_name: text(200).optional(),
  last_name: text(200).optional(),
  phone_number: text(100).optional(),
  street_address: text(500).optional(),
  extended_address: text(500).optional(),
  address_locality: text(200).optional(),
  address_region: text(200).optional(),
  address_country: text(100).optional(),
  postal_code: text(50).optional(),
});

const lines = z
  .array(
    z.object({
      id: text(100).optional(),
      item: z.object({ id: text(200) }),
      quantity: z
        .int('must be a whole number')
        .min(1, 'must be at least 1')
        .max(MAX_ASKED_UNITS, `must be at most ${MAX_ASKED_UNITS}`),
    }),
    'must be a list',
  )
  .max(MAX_LINES, `must have at most ${MAX_LINES} items`);

const buyer = z.object({
  first_name: text(200).optional(),
  last_name: text(200).optional(),
  email: text(320).optional(),
  phone_number: text(100).optional(),
});

const context = z.object({
  eligibility: z.array(text(200)).max(MAX_CLAIMS, `must have at most ${MAX_CLAIMS} claims`).optional(),
});

const attribution = z
  .record(text(100), text(500))
  .refine(
    (markers) => Object.keys(markers).length <= MAX_MARKERS,
    `must have at most ${MAX_MARKERS} members`,
  );

const method = z.object({
  id: text(100).optional(),
  type: z.enum(['shipping', 'pickup'], 'must be shipping or pickup').optional(),
  line_item_ids: z.array(text(100)).max(MAX_LINES).optional(),
  destinations: z
    .array(address.extend({ id: text(100).optional() }))
    .max(MAX_PLACES, `must have at most ${MAX_PLACES} places`)
    .optional(),
  selected_destination_id: text(100).nullish(),
  groups: z
    .array(z.object({ id: text(100).optional(), selected_option_id: text(100).nullish() }))
    .max(MAX_LINES)
    .optional(),
});

/** A cart as an assistant asks for it. Other members are ignored. */
export const askedCartSchema = z.object({
  line_items: lines.min(1, 'must have at least one item'),
  buyer: buyer.optional(),
  context: context.optional(),
  attribution: attribution.optional(),
});

/** A checkout as an assistant asks for it. A payment is ignored: it is never stored. */
export const askedCheckoutSchema = askedCartSchema.extend({
  fulfillment: z
    .object({ methods: z.array(method).max(10, 'must have at most 10 methods').optional() })
    .optional(),
});

/** A new checkout can get its items from a cart. */
export const newCheckoutSchema = askedCheckoutSchema.extend({
  cart_id: text(100).optional(),
  line_items: lines.default([]),
});

export type AskedCart = z.output<typeof askedCartSchema>;
export type AskedCheckout = z.output<typeof askedCheckoutSchema>;
export type AskedMethod = z.output<typeof method>;

/** Gives each line an id of its own, so that fulfillment can name it. Keeps those that the assistant gave. */
export function nameLines<Asked extends AskedCart>(asked: Asked): Asked {
  const taken = new Set(asked.line_items.flatMap(({ id }) => id ?? []));
  const used = new Set<string>();
  let number = 0;
  const nextId = () => {
    do number += 1;
    while (taken.has(`li_${number}`));
    return `li_${number}`;
  };
  return {
    ...asked,
    line_items: asked.line_items.map((line) => {
      const id = line.id !== undefined && line.id !== '' && !used.has(line.id) ? line.id : nextId();
      used.add(id);
      return { ...line, id };
    }),
  };
}

/** The buyer's email address, if it is one. */
export function emailOf({ buyer: asked }: Pick<AskedCart, 'buyer'>): string | null {
  const email = z.email().safeParse(asked?.email);
  return email.success ? email.data : null;
}
