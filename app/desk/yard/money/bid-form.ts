import { z } from 'zod';
import { parseDollars } from '#core/values/parse-dollars.ts';
import { type BidTerms, defaultTerms } from '#core/yard/money/bid.ts';
import type { OfferedCar } from '#core/yard/money/read-bid.server.ts';
import { vehicleFields } from '#core/yard/vehicle-fields.ts';

const text = z
  .string()
  .trim()
  .max(100, 'At most 100 characters')
  .refine((given) => !given.includes('\0'), 'This contains an invalid character')
  .default('');

const orNull = text.transform((given) => given || null);

const dollars = z
  .string()
  .default('')
  .transform((given) => (given.trim() === '' ? 0 : parseDollars(given)))
  .refine((cents) => cents !== undefined, 'Enter an amount, such as 350');

const schema = z.object({
  make: text.refine((given) => given !== '', 'Enter the make'),
  model: text.refine((given) => given !== '', 'Enter the model'),
  year: text
    .refine((given) => given === '' || /^(19|20)\d\d$/.test(given), 'Year must have four digits')
    .transform((given) => (given === '' ? null : Number(given))),
  body: orNull,
  engine: orNull,
  drive: text
    .refine(
      (given) => given === '' || Object.hasOwn(vehicleFields.drive.choices, given),
      'Please choose a value from the list',
    )
    .transform((given) => given || null),
  scrap: dollars,
  fees: dollars,
  margin: text
    .refine(
      (given) => given === '' || (/^\d{1,2}$/.test(given) && Number(given) <= 95),
      'Enter 0 to 95 percent',
    )
    .transform((given) => (given === '' ? defaultTerms.marginPercent : Number(given))),
});

export type BidField = keyof z.infer<typeof schema>;

export interface BidForm {
  /** Null if nothing was asked, or something is wrong. */
  car: OfferedCar | null;
  terms: BidTerms;
  /** Texts of the fields. */
  sent: Partial<Record<BidField, string>>;
  errors: Partial<Record<BidField, string>>;
}

/** Reads the car that is offered, and the owner's terms, from the parameters of an address. */
export function readBidForm(parameters: URLSearchParams): BidForm {
  const names = Object.keys(schema.shape) as BidField[];
  const sent = Object.fromEntries(
    names.flatMap((name) =>
      parameters.has(name) ? [[name, parameters.get(name)?.slice(0, 200) ?? '']] : [],
    ),
  ) as BidForm['sent'];
  if (!parameters.has('make')) return { car: null, terms: defaultTerms, sent, errors: {} };
  const read = schema.safeParse(sent);
  if (!read.success) {
    const errors: BidForm['errors'] = {};
    for (const { path, message } of read.error.issues) errors[path[0] as BidField] ??= message;
    return { car: null, terms: defaultTerms, sent, errors };
  }
  const { scrap, fees, margin, ...car } = read.data;
  const terms = { scrapCents: scrap ?? 0, feesCents: fees ?? 0, marginPercent: margin };
  return { car, terms, sent, errors: {} };
}
