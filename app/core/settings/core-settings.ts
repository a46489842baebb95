import { categoryKey } from '#core/pricing/line.ts';
import { defaultCores } from '#core/pricing/pricing-terms.ts';
import { z } from '#core/values/zod-in-browsers.ts';
import { cents, differentIn, requiredLine, whole } from './fields.ts';

export const coreSettings = z
  .strictObject({
    returnDays: whole(1, 365, 'days').default(defaultCores.returnDays),
    taxed: z.boolean().default(defaultCores.taxed),
    refundsTax: z
      .strictObject({ new: z.boolean(), used: z.boolean(), refurbished: z.boolean() })
      .default(defaultCores.refundsTax),
    kinds: z
      .array(
        z.strictObject({
          category: requiredLine(200),
          chargeCents: cents(),
        }),
      )
      .max(500, 'must be at most 500')
      .superRefine(differentIn('category', 'is already in the list', ({ category }) => categoryKey(category)))
      .default(defaultCores.kinds),
  })
  .prefault({});
