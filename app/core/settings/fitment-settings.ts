import { z } from '#core/values/zod-in-browsers.ts';
import { requiredLine, year } from './fields.ts';

const years = { min: 1940, max: 2100 };

const name = z
  .string('must be names')
  .regex(/^[a-z\d]+$/, 'must be numbers or codes of letters and digits, separated by commas')
  .max(20, 'must have at most 20 characters each');

const generation = z
  .strictObject({
    make: requiredLine(60),
    model: requiredLine(60),
    /** Numbers ('8' is what people write as '8th gen') and codes of the platform ('e46'), in lowercase. */
    names: z.array(name).min(1, 'must have at least one name').max(10, 'must be at most 10'),
    /** Model years, both included. Null is still built. */
    from: year(years.min, years.max),
    to: year(years.min, years.max).nullable(),
  })
  .superRefine(({ from, to }, { addIssue }) => {
    if (to !== null && to < from)
      addIssue({ code: 'custom', path: ['to'], message: 'must not be before the first year' });
  });

/** The rules for what fits a vehicle (docs/fitment.md), and the names of generations beside the shop's own (docs/search.md). */
export const fitmentSettings = z
  .strictObject({
    /** True: a part fits if a number that was read off it, or its packaging, is the one of a listed part. */
    numbersDecide: z.boolean().default(false),
    generations: z.array(generation).max(200, 'must be at most 200').default([]),
  })
  .prefault({});

export type OwnGeneration = z.output<typeof generation>;
