import { z } from 'zod';
import {
  fitRules,
  gradeChoices,
  mileageChoices,
  NO_ENGINE,
  origins,
  partSorts,
} from '#core/catalog/catalog-query.ts';
import { multipleFilters } from './chosen-filters.ts';
import { isEngineChoice } from './engine-choices.ts';
import { readCar } from '#core/fitment/car-parameter.ts';
import { isPartId } from '#core/catalog/part.ts';
import { MAX_QUERY_LENGTH } from './junkyard-address.ts';

const MAX_PARTS = 100;

const MAX_CONDITIONS = 50;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    // PostgreSQL refuses NUL.
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
    .optional();

const vehicleText = z.string('is missing').pipe(text(100).unwrap());

/** Ignores invalid ids. */
const idList = z
  .string('is missing')
  .transform((list) => list.split(',').map((id) => id.trim()))
  .refine((list) => list.length <= MAX_PARTS, `must have at most ${MAX_PARTS} ids`)
  .transform((list) => list.filter(isPartId));

const ids = idList.optional();

const flag = z
  .enum(['1', 'true', '0', 'false'], 'must be true or false')
  .transform((value) => value === '1' || value === 'true')
  .optional();

const cents = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/, 'must be an amount in dollars, such as 49.99')
  .transform((dollars) => Math.round(Number(dollars) * 100))
  .optional();

const car = z
  .string()
  .transform((given) => readCar(given))
  .refine((vehicle) => vehicle !== undefined, 'must be a year, make and model, such as 2010,Honda,Civic')
  .optional();

const filters = z.object({
  q: text(MAX_QUERY_LENGTH),
  make: text(100),
  model: text(100),
  year: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a year')
    .transform(Number)
    .optional(),
  category: text(100),
  condition: z
    .array(text(100).unwrap())
    .max(MAX_CONDITIONS, `must be given at most ${MAX_CONDITIONS} times`)
    .optional(),
  engine: z
    .array(z.string().refine(isEngineChoice, `must be an engine, such as 5.7L V8, or ${NO_ENGINE}`))
    .max(MAX_CONDITIONS, `must be given at most ${MAX_CONDITIONS} times`)
    .optional(),
  origin: z.enum(origins, `must be one of ${origins.join(', ')}`).optional(),
  grade: z.array(z.enum(gradeChoices, `must be one of ${gradeChoices.join(', ')}`)).optional(),
  max_miles: z
    .enum(mileageChoices.map(String), `must be one of ${mileageChoices.join(', ')}`)
    .transform((given) => mileageChoices.find((miles) => String(miles) === given))
    .optional(),
  kind: text(200),
  brand: text(100),
  min_price: cents,
  max_price: cents,
  in_stock: flag,
  new_arrivals: flag,
  only_fits: flag,
  car,
  fits: flag,
  fit_by: z.array(z.enum(fitRules, `must be one of ${fitRules.join(', ')}`)).optional(),
});

export const facetParameters = filters
  .extend({ without: z.enum(['vehicle'], 'must be vehicle').optional() })
  .transform(({ without, ...given }) => ({ filters: toFilters(given), isForVehicle: without === 'vehicle' }));

export const countParameters = filters.extend({ ids }).transform(toFilters);

export const partsParameters = filters
  .extend({
    ids,
    sort: z.enum(partSorts, `must be one of ${partSorts.join(', ')}`).optional(),
    limit: z
      .string()
      .regex(/^\d{1,4}$/, `must be a whole number from 1 to ${MAX_PARTS}`)
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= MAX_PARTS, `must be a whole number from 1 to ${MAX_PARTS}`)
      .optional(),
    after: z.string().max(1_000, 'must be the "next" of an earlier answer').optional(),
    spelling: z.enum(['typed'], 'must be typed').optional(),
  })
  .transform(({ limit, sort, spelling, ...given }) => ({
    ...toFilters(given),
    spelling,
    sort: sort ?? (given.q === undefined ? ('name' as const) : ('best' as const)),
    limit: limit ?? (given.ids ? MAX_PARTS : 24),
  }));

export const fitParameters = z.object({
  make: vehicleText,
  model: vehicleText,
  year: z
    .string('is missing')
    .regex(/^\d{1,4}$/, 'must be a year')
    .transform(Number),
  // A list can be filtered by several.
  engine: z
    .array(text(100).unwrap())
    .transform(([first]) => first)
    .optional(),
  ids: idList,
});

export const suggestionsParameters = z.object({ q: text(MAX_QUERY_LENGTH), car });

function toFilters<Given extends z.infer<typeof filters>>({
  condition,
  engine,
  grade,
  max_miles,
  min_price,
  max_price,
  in_stock,
  new_arrivals,
  only_fits,
  fit_by,
  ...given
}: Given) {
  return {
    ...given,
    conditions: condition,
    engines: engine,
    grades: grade,
    maxMiles: max_miles,
    minPriceCents: min_price,
    maxPriceCents: max_price,
    inStock: in_stock,
    newArrivals: new_arrivals,
    onlyFits: only_fits,
    fitBy: fit_by,
  };
}

/** Returns an error message for invalid parameters. Ignores empty and unknown ones. */
export function readParameters<Parameters>(
  { url }: Pick<Request, 'url'>,
  parameters: z.ZodType<Parameters>,
): { given: Parameters } | { refusal: string } {
  const filled = [...new URL(url).searchParams].filter(([, value]) => value.trim() !== '');
  const lists = multipleFilters.flatMap((name) => {
    const values = filled.flatMap(([given, value]) => (given === name ? [value] : []));
    return values.length > 0 ? [[name, values] as const] : [];
  });
  const parsed = parameters.safeParse({
    ...Object.fromEntries(filled),
    ...Object.fromEntries(lists),
  });
  if (parsed.success) return { given: parsed.data };
  const [issue] = parsed.error.issues;
  return { refusal: `${issue?.path[0]?.toString()} ${issue?.message}` };
}

export function badRequest(error: string): Response {
  return Response.json({ error }, { status: 400 });
}
