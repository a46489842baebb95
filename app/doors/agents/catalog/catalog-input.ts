import { z } from 'zod';
import { gradeChoices, origins } from '#core/catalog/catalog-query.ts';
import { MAX_QUERY_LENGTH } from '#core/search/junkyard-address.ts';

/** The page size of the protocol. */
const PAGE = 10;

/** The most values of one filter. */
const MAX_VALUES = 50;

/** Verdicts about a part and a vehicle. Answers and filters use the same words (docs/agents.md). */
export const verdicts = ['fits', 'same_number', 'check_number', 'unknown', 'no'] as const;

export type Verdict = (typeof verdicts)[number];

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    // PostgreSQL refuses NUL.
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character');

const word = (max: number) => line(max).min(1, 'must not be empty');

/** Takes one value or a list of them. `error` says what is wrong with another one. */
const some = <Item extends z.ZodType>(item: Item, error: string) =>
  z
    .union([item, z.array(item).min(1).max(MAX_VALUES)], `must be ${error}, or a list of 1 to ${MAX_VALUES}`)
    .transform((given) => (Array.isArray(given) ? given : [given]) as z.output<Item>[]);

const oneOf = (choices: readonly string[]) => `one of ${choices.join(', ')}`;

const foundVerdicts = ['fits', 'same_number', 'check_number', 'unknown'] as const;

const cents = z.int('must be whole cents').min(0, 'must be whole cents').max(9_999_999_999);

export const vehicleMembers = {
  year: z.int().min(1900).max(2100).describe('Model year'),
  make: word(60).describe('Such as Honda'),
  model: word(60).describe('Such as Civic'),
  engine: word(60).optional().describe('Such as 1.8L I4. It is compared'),
  trim: word(60).optional().describe('Such as EX. It is not compared: read the reason of each part'),
};

export const knownFilters = {
  vehicle: z
    .object(vehicleMembers)
    .catchall(z.unknown())
    .optional()
    .describe("The buyer's car. Only parts that fit it are found, unless `fit` asks for others"),
  vin: word(40)
    .optional()
    .describe("The VIN of the buyer's car, instead of `vehicle`. It is decoded here, and not kept"),
  fit: some(z.enum(foundVerdicts), oneOf(foundVerdicts))
    .optional()
    .describe('With a car: verdicts to find, as in metadata.verdict. The default is fits'),
  condition: some(word(100), 'a condition')
    .optional()
    .describe('Any of these conditions, such as Good or New'),
  origin: z
    .enum(origins, `must be ${oneOf(origins)}`)
    .optional()
    .describe('new: never installed. used: all others, rebuilt ones too'),
  grade: some(z.enum(gradeChoices), oneOf(gradeChoices))
    .optional()
    .describe('Any of these grades of used parts. none: not graded'),
  in_stock: z.boolean().optional().describe('true: only parts that can be bought now'),
  categories: z
    .array(word(200))
    .min(1)
    .max(MAX_VALUES)
    .optional()
    .describe('Any of these categories, as in products[].categories'),
  price: z
    .object({ min: cents.optional(), max: cents.optional() })
    .optional()
    .describe('US cents, inclusive. It is ignored if context.currency is not USD'),
};

export const filterNames = Object.keys(knownFilters);

const filters = z
  .object(knownFilters)
  .catchall(z.unknown())
  .transform(({ vehicle, vin, fit, condition, origin, grade, in_stock, categories, price, ...others }) => ({
    known: { vehicle, vin, fit, condition, origin, grade, in_stock, categories, price },
    /** The names of filters, and of members of the vehicle, that the shop does not know. */
    unknown: [
      ...Object.keys(others),
      ...Object.keys(vehicle ?? {}).flatMap((name) => (name in vehicleMembers ? [] : [`vehicle.${name}`])),
    ],
  }))
  .optional();

export type GivenFilters = NonNullable<z.output<typeof filters>>;

/** Its other members are hints that change nothing. */
const context = z.object({ currency: z.string().optional() }).optional();

export const searchInput = z.object({
  query: line(MAX_QUERY_LENGTH)
    .transform((text) => text || undefined)
    .optional()
    .describe('What the part is called or its number, such as alternator. Not the VIN'),
  filters,
  context,
  pagination: z
    .object({
      cursor: z.string().max(1_000).optional().describe('pagination.cursor of the page before'),
      limit: z.int().min(1).default(PAGE),
    })
    .prefault({}),
});

const id = line(200);

export const lookupInput = z.object({
  ids: z.array(id).min(1).describe('Ids of products or variants, or stock numbers (sku)'),
  filters,
  context,
});

export const productInput = z.object({
  id: id.describe('Id of a product or variant, or a stock number (sku)'),
  filters,
  context,
});

export type SearchInput = z.output<typeof searchInput>;
export type LookupInput = z.output<typeof lookupInput>;
export type ProductInput = z.output<typeof productInput>;
