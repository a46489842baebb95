import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findDay } from '#core/settings/opening-hours.ts';
import { readUnitCounts } from '#core/orders/unit-counts.ts';
import { type ReturnKind, returnReasons, returnTextLengths } from '#core/orders/return.ts';
import type { Shop } from '#core/settings/shop.ts';
import type { Limits } from '#core/limits/limits.server.ts';
import { readReturnable } from './read-returnable.server.ts';
import type { ReturnableOrder } from '../returnable-order.server.ts';

/** Name of the field -> error. 'form' is about the whole form. */
export type AskErrors = Partial<Record<AskField | 'form', string>>;

export type AskField =
  | 'units'
  | 'reason'
  | 'details'
  | 'installer'
  | 'installed_on'
  | 'installed_mileage'
  | 'failed_mileage';

export type AskOutcome =
  | { number: number }
  | { status: 400 | 409 | 429 | 503; errors: AskErrors; fields: Record<string, string> };

interface AskReturn {
  order: ReturnableOrder;
  kind: ReturnKind;
  form: FormData;
  shop: Shop;
  limits: Limits;
}

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters`)
    .refine((value) => !value.includes('\0'), 'Use readable characters')
    .default('')
    .transform((value) => value.replaceAll('\r\n', '\n'));

const line = (max: number) =>
  text(max).refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'Use a single line');

const details = text(returnTextLengths.details);

const miles = z
  .string('Enter the mileage')
  .trim()
  .regex(/^(\d{1,7}|\d{1,3}(,\d{3})+)$/, 'Enter whole miles, such as 84,200')
  .transform((value) => Number(value.replaceAll(',', '')))
  .refine((value) => value <= 9_999_999, 'Enter whole miles, such as 84,200');

const reasonNames = Object.keys(returnReasons) as (keyof typeof returnReasons)[];

const returnFields = z
  .object({ reason: z.enum(reasonNames, 'Choose a reason'), details })
  .refine(({ reason, details: said }) => said !== '' || !returnReasons[reason].isShopFault, {
    path: ['details'],
    message: 'Tell us what is wrong',
  });

const coreFields = z.object({ details });

function claimFields(timeZone: string) {
  const isDayBefore = (day: string, end: Date) => day > '1990' && findDay(timeZone, day).begins < end;
  const tomorrow = findDay(timeZone, new Date()).ends;
  return z
    .object({
      installer: line(returnTextLengths.installer).refine(
        (value) => value !== '',
        'Tell us who installed it',
      ),
      installed_on: z.iso
        .date('Enter the day, such as 2026-05-31')
        .refine(
          (day) => Number.isNaN(Date.parse(day)) || isDayBefore(day, tomorrow),
          'Enter a day in the past',
        ),
      installed_mileage: miles,
      failed_mileage: miles,
      details: details.refine((value) => value !== '', 'Tell us what is wrong'),
    })
    .refine((claim) => claim.failed_mileage >= claim.installed_mileage, {
      path: ['failed_mileage'],
      message: "Can't be less than at installation",
      when: ({ issues }) => issues.length === 0,
    });
}

/** Asks for a return, with the visitor's rights. A refused request changes nothing. */
export async function askReturn({ order, kind, form, shop, limits }: AskReturn): Promise<AskOutcome> {
  const fields = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const refuse = (errors: AskErrors, status: 400 | 409 | 429 | 503 = 400) => ({ status, errors, fields });
  const schema = { return: returnFields, warranty: claimFields(shop.timeZone), core: coreFields }[kind];
  const read = schema.safeParse(fields);
  const errors: AskErrors = read.success
    ? {}
    : Object.fromEntries(read.error.issues.toReversed().map(({ path, message }) => [path[0], message]));
  const units = readChosen(form, kind);
  if (units.size === 0) errors.units = "Choose what you're returning";
  if (!read.success || Object.keys(errors).length > 0) return refuse(errors);

  const allowance = await limits.take('ask-return', order.id);
  if (!allowance.allowed) {
    return allowance.counted
      ? refuse({ form: 'You have requested too many returns today. Please contact us.' }, 429)
      : refuse({ form: 'Please try again in a moment.' }, 503);
  }
  try {
    return await order.run(async (transaction) => {
      const { problem, lines } = await readReturnable(transaction, order.id, { kind, shop });
      if (problem !== undefined) return refuse({ form: problem }, 409);
      for (const [id, count] of units) {
        const found = lines.find((each) => each.id === id);
        if (!found) return refuse({ units: 'Choose parts of this order' });
        if (found.problem !== undefined) return refuse({ units: `${found.name}: ${found.problem}` }, 409);
        if (count > found.most) return refuse({ units: `${found.name}: at most ${found.most}` }, 409);
      }
      const { details: said, ...rest } = read.data;
      const id = randomUUID();
      await transaction
        .insertInto('returns')
        .values({ id, order_id: order.id, kind, details: said === '' ? null : said, ...rest })
        .execute();
      // Lines are inserted in the order of their ids, so that two returns wait for each other.
      const chosen = [...units].toSorted(([one], [other]) => one.localeCompare(other));
      for (const [lineId, quantity] of chosen) {
        await transaction
          .insertInto('return_lines')
          .values({ return_id: id, line_id: lineId, quantity })
          .execute();
      }
      const { number } = await transaction
        .selectFrom('returns')
        .select('number')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { number: Number(number) };
    });
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    // Another return of the same units was faster.
    if (constraint === 'return_lines_within_order') {
      return refuse({ units: 'Some of these parts are already in a return. Reload the page.' }, 409);
    }
    if (constraint === 'returns_of_paid_order') return refuse({ form: "This order can't be returned." }, 409);
    throw error;
  }
}

/** A claim is about one unit of one line. */
function readChosen(form: FormData, kind: ReturnKind): Map<string, number> {
  if (kind === 'warranty') {
    const chosen = form.get('line');
    return new Map(typeof chosen === 'string' && chosen !== '' ? [[chosen, 1]] : []);
  }
  return new Map([...(readUnitCounts(form) ?? [])].filter(([, count]) => count > 0));
}
