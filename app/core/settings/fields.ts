import { usStates } from '#core/addresses/destination.ts';
import { z } from '#core/values/zod-in-browsers.ts';

/** Accepts one line of text. Refuses control characters, so that it can stand in the header of a mail. */
export function line(maxLength: number) {
  return z
    .string('must be text')
    .trim()
    .max(maxLength, `must be at most ${maxLength} characters`)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'must be a single line');
}

export function requiredLine(maxLength: number) {
  return line(maxLength).min(1, 'is required');
}

/** Accepts text of several lines. Refuses other control characters. */
export function paragraphs(maxLength: number) {
  return z
    .string('must be text')
    .trim()
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/\n{3,}/g, '\n\n'))
    .refine(
      (text) => text.length <= maxLength,
      `must be at most ${maxLength.toLocaleString('en-US')} characters`,
    )
    .refine((text) => !/[^\P{Cc}\n]/u.test(text), 'must have no control characters');
}

/** Accepts a whole number from `min` to `max`, named by `unit`. */
export function whole(min: number, max: number, unit: string) {
  const message = `must be a whole number of ${unit} from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
  return z.int(message).min(min, message).max(max, message);
}

export function year(min: number, max: number) {
  const message = `must be a year from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}

/** Accepts an amount in cents. */
export function cents(max = 10_000_00) {
  const message = `must be an amount from $0 to $${(max / 100).toLocaleString('en-US')}`;
  return z.int(message).min(0, message).max(max, message);
}

/** Accepts a number from `min` to `max` with at most `decimals` decimals, named by `unit`. */
export function decimal(min: number, max: number, decimals: number, unit: string) {
  const message = `must be a number of ${unit} from ${min} to ${max.toLocaleString('en-US')}`;
  return z
    .number(message)
    .min(min, message)
    .max(max, message)
    .refine(
      (number) => Number(number.toFixed(decimals)) === number,
      `must have at most ${decimals} decimals`,
    );
}

/** Accepts a part of a whole: 0.08 is 8 %. */
export function share(decimals: number) {
  const message = 'must be a rate from 0 to 100%';
  return z
    .number(message)
    .min(0, message)
    .max(1, message)
    .refine(
      (rate) => Number(rate.toFixed(decimals)) === rate,
      `must be a rate of at most ${decimals - 2} decimals`,
    );
}

/** Refuses a list in which a value of an item occurs twice, at that field of the later item. */
export function differentIn<Field extends string>(
  field: Field,
  reason: string,
  read: (item: Record<Field, string>) => string = (item) => item[field],
) {
  return (items: readonly Record<Field, string>[], { addIssue }: z.RefinementCtx) => {
    const seen = new Set<string>();
    for (const [index, item] of items.entries()) {
      if (seen.has(read(item))) addIssue({ code: 'custom', path: [index, field], message: reason });
      seen.add(read(item));
    }
  };
}

export const usState = z
  .string('must be a state')
  .refine((state) => Object.hasOwn(usStates, state), 'must be a two-letter state, such as CA');

export const zipCode = z.string('must be a ZIP code').regex(/^\d{5}$/, 'must be a five-digit ZIP code');

export const emailAddress = z.email('must be an email address').max(254, 'is too long');

/** Accepts states of two letters. The reason names the first unknown state, or the first that occurs twice. */
export const usStateList = z
  .array(z.string('must be a state'))
  .min(1, 'must be at least one state')
  .superRefine((states, { addIssue }) => {
    const unknown = states.find((state) => !Object.hasOwn(usStates, state));
    const repeated = states.find((state, index) => states.indexOf(state) !== index);
    if (unknown !== undefined) {
      addIssue({ code: 'custom', message: `must be two-letter states, such as CA, not '${unknown}'` });
    } else if (repeated !== undefined) addIssue({ code: 'custom', message: `must have ${repeated} once` });
  });
