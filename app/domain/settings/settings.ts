import { z } from '#domain/zod-in-browsers.ts';
import { businessSettings } from './business-settings.ts';
import { coreSettings } from './core-settings.ts';
import { emailAddress, requiredLine, whole } from './fields.ts';
import { shippingSettings } from './shipping-settings.ts';
import { taxSettings } from './tax-settings.ts';

/** The topics of the settings. Each is one form of the settings page. */
export const settingsSchema = z.strictObject({
  business: businessSettings,
  shipping: shippingSettings,
  tax: taxSettings,
  cores: coreSettings,
  mail: z
    .strictObject({
      /** Null: the shop's name. */
      senderName: requiredLine(60).nullable().default(null),
      /** Null: the address in the environment's SMTP_FROM, or the shop's. */
      senderAddress: emailAddress.nullable().default(null),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** How long an open payment holds its parts. */
      holdMinutes: whole(30, 24 * 60, 'minutes').default(30),
      /** Stock from 1 to this is low (Spec §9). */
      lowStock: whole(0, 1_000, 'pieces').default(5),
      backInStockMail: z.boolean().default(false),
    })
    .prefault({}),
});

export type Settings = z.output<typeof settingsSchema>;

export type SettingsTopic = keyof Settings;

/** The specification's values. */
export const defaultSettings: Settings = settingsSchema.parse({});

/** Reads stored values, which may be of a later version of the shop. @throws {z.ZodError} */
export function parseSettings(values: unknown): Settings {
  return settingsSchema.parse(values);
}
