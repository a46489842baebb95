import { defaultTax } from '#core/pricing/pricing-terms.ts';
import { z } from '#core/values/zod-in-browsers.ts';
import { differentIn, share, usState } from './fields.ts';

export const taxSettings = z
  .strictObject({
    mode: z
      .enum(['flat', 'table', 'service'], "must be 'flat', 'table' or 'service'")
      .default(defaultTax.mode),
    flatRate: share(5).default(defaultTax.flatRate),
    states: z
      .array(
        z.strictObject({
          state: usState,
          rate: share(6),
          usesTable: z.boolean(),
          taxesShipping: z.boolean(),
        }),
      )
      .superRefine(differentIn('state', 'is already in the list'))
      .default(defaultTax.states),
  })
  .prefault({});
