import { defaultAbout } from './about-texts.ts';
import { defaultShop } from './shop.ts';
import { type Weekday, weekdays } from './opening-hours.ts';
import { z } from '#core/values/zod-in-browsers.ts';
import {
  differentIn,
  emailAddress,
  line,
  paragraphs,
  requiredLine,
  share,
  usState,
  whole,
  year,
  zipCode,
} from './fields.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const openTimes = z
  .strictObject({
    open: z.string().regex(TIME, 'must be a time such as 08:00'),
    close: z.string().regex(TIME, 'must be a time such as 18:00'),
  })
  .refine(({ open, close }) => open < close, 'must close later than it opens')
  .nullable();

const hours = z.strictObject(
  Object.fromEntries(weekdays.map((day) => [day, openTimes])) as Record<Weekday, typeof openTimes>,
);

const location = z.strictObject({
  name: requiredLine(80),
  street: requiredLine(120),
  city: requiredLine(80),
  state: usState,
  zip: zipCode,
});

const monthRange = requiredLine(40);

/** Each field needs a default, or a part of a stored document would lose the others. */
export const businessSettings = z
  .strictObject({
    name: requiredLine(60).default(defaultShop.name),
    blurb: line(200).default(defaultShop.blurb),
    phone: requiredLine(30)
      .refine(
        (phone) => /^\d{10,15}$/.test(phone.replaceAll(/\D/g, '')),
        'must be a phone number with area code',
      )
      .default(defaultShop.phone),
    email: emailAddress.default(defaultShop.email),
    city: requiredLine(80).default(defaultShop.city),
    locations: z
      .array(location)
      .max(20, 'must be at most 20 locations')
      .superRefine(differentIn('name', 'is the name of another location'))
      .default(defaultShop.locations),
    registration: line(200).default(defaultShop.registration),
    logo: z
      .string()
      .regex(/^\/files\/pictures\/[\w.-]+$/, 'must be an uploaded picture')
      .nullable()
      .default(defaultShop.logo),
    copyrightYear: year(1900, 2100).default(defaultShop.copyrightYear),
    responseTime: requiredLine(40).default(defaultShop.responseTime),
    warranty: z
      .strictObject({ oem: monthRange, aftermarket: monthRange, used: monthRange })
      .default(defaultShop.warranty),
    returns: z
      .strictObject({
        days: whole(0, 365, 'days'),
        refundDays: requiredLine(20),
        restockingRate: share(4).default(defaultShop.returns.restockingRate),
        wayBack: z
          .enum(['buyer', 'shop'], 'must be the buyer or the shop')
          .default(defaultShop.returns.wayBack),
      })
      .default(defaultShop.returns),
    stats: z
      .array(z.strictObject({ figure: requiredLine(20), name: requiredLine(40) }))
      .max(4, 'must be at most 4')
      .default(defaultAbout.stats),
    story: paragraphs(2_000).default(defaultAbout.story),
    timeZone: z
      .string()
      .refine(isTimeZone, 'must be a time zone such as America/Los_Angeles')
      .default(defaultShop.timeZone),
    hours: hours.default(defaultShop.hours),
    holidays: z
      .array(
        z.strictObject({
          date: z.iso.date('must be a date such as 2026-12-25'),
          name: requiredLine(60),
          hours: openTimes,
        }),
      )
      .max(100, 'must be at most 100')
      .superRefine(differentIn('date', 'is already in the list'))
      .default(defaultShop.holidays),
  })
  .prefault({});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
