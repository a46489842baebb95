import { z } from '#core/values/zod-in-browsers.ts';
import { PAYMENT_PAGE_MINUTES } from './order-settings.ts';
import { assistantSettings } from './assistant-settings.ts';
import { businessSettings } from './business-settings.ts';
import { coreSettings } from './core-settings.ts';
import { emailAddress, requiredLine, whole } from './fields.ts';
import { fitmentSettings } from './fitment-settings.ts';
import { orderSettings } from './order-settings.ts';
import { restrictedSettings } from './restricted-settings.ts';
import { shippingSettings } from './shipping-settings.ts';
import { taxSettings } from './tax-settings.ts';

/** The topics of the settings. Each is one form of the settings page. */
export const settingsSchema = z.strictObject({
  business: businessSettings,
  shipping: shippingSettings,
  tax: taxSettings,
  cores: coreSettings,
  restricted: restrictedSettings,
  orders: orderSettings,
  mail: z
    .strictObject({
      /** Null means the name in the environment's MAIL_FROM, or the shop's. */
      senderName: requiredLine(60).nullable().default(null),
      /** Null means the address in the environment's MAIL_FROM. */
      senderAddress: emailAddress.nullable().default(null),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** Minutes that an open payment holds its parts. Stripe's pages last from 30 minutes to 24 hours. */
      holdMinutes: whole(PAYMENT_PAGE_MINUTES, 23 * 60, 'minutes').default(PAYMENT_PAGE_MINUTES),
      /** Stock from 1 to this number is low (Spec §9). */
      lowStock: whole(0, 1_000, 'units').default(5),
      backInStockMail: z.boolean().default(false),
      /** True if shoppers can ask for mail when a car comes in. */
      carMail: z.boolean().default(true),
      /** True if staff see who sold each car and what it cost. */
      staffSeePurchases: z.boolean().default(false),
      /** True for a self-service yard: shoppers see in which row each car is, without its parts. */
      yardRowsOnly: z.boolean().default(false),
    })
    .prefault({}),
  fitment: fitmentSettings,
  assistants: assistantSettings,
  setup: z
    .strictObject({
      /** Ids of setup-list.ts whose defaults fit this shop. */
      confirmed: z.array(requiredLine(20)).max(20, 'must be at most 20').default([]),
      dismissed: z.boolean().default(false),
      /** Id of the bulk change that deletes the demo's parts. Null: the shop is a demo, or never was one. */
      demoRemoval: z.uuid().nullable().default(null),
    })
    .prefault({}),
});

export type Settings = z.output<typeof settingsSchema>;

/** The owner's rules for what fits. */
export type FitmentSettings = Pick<Settings['fitment'], 'numbersDecide'>;

export type SettingsTopic = keyof Settings;

/** Values of the specification. */
export const defaultSettings: Settings = settingsSchema.parse({});

/** Reads stored values, which may be of a later version of the shop. @throws {z.ZodError} */
export function parseSettings(values: unknown): Settings {
  return settingsSchema.parse(values);
}
