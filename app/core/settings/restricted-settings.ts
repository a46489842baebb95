import { defaultRestricted, type KindTerms } from '#core/catalog/restricted/restricted-kinds.ts';
import { z } from '#core/values/zod-in-browsers.ts';
import { cents, usStateList } from './fields.ts';

const words = z
  .array(
    z
      .string('must be words')
      .regex(/^[a-z0-9]+( [a-z0-9]+)*$/, 'must be words of lowercase letters and digits, separated by commas')
      .max(60, 'must have at most 60 characters each'),
  )
  .max(60, 'must be at most 60');

const kind = (defaults: KindTerms) => ({
  on: z.boolean().default(defaults.on),
  words: words.min(1, 'must have at least one word').default(defaults.words),
  exceptions: words.default(defaults.exceptions),
});

const { catalyticConverters, airbags, fuelTanks, hybridBatteries, leadAcidBatteries } = defaultRestricted;

/** The rules for restricted parts (docs/restricted-parts.md). */
export const restrictedSettings = z
  .strictObject({
    catalyticConverters: z
      .strictObject({
        ...kind(catalyticConverters),
        states: usStateList.default(catalyticConverters.states),
        soldElsewhere: z.boolean().default(catalyticConverters.soldElsewhere),
      })
      .prefault({}),
    airbags: z.strictObject(kind(airbags)).prefault({}),
    fuelTanks: z.strictObject(kind(fuelTanks)).prefault({}),
    hybridBatteries: z.strictObject(kind(hybridBatteries)).prefault({}),
    leadAcidBatteries: z
      .strictObject({
        ...kind(leadAcidBatteries),
        feeCents: cents().default(leadAcidBatteries.feeCents),
        refundsFee: z.boolean().default(leadAcidBatteries.refundsFee),
      })
      .prefault({}),
  })
  .prefault({});
