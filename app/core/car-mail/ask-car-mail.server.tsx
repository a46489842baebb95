import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { Visitor } from '#core/accounts/accounts.server.ts';
import { typedEmail } from '#core/inbox/typed-email.ts';
import type { Counted, Limits } from '#core/limits/limits.server.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { ConfirmCarMail, confirmCarSubject } from './car-mails.server.tsx';
import { addCarLink } from './car-wait-link.server.ts';
import { ANY_YEAR, type AwaitedCar, carWaitTexts } from './car-wait.ts';

/** A mail is under way if the button is pressed again within this time. */
const MINUTES_BETWEEN_MAILS = 1;

const name = (label: string) =>
  z.preprocess(
    (value) => value ?? '',
    z
      .string(`${label} must be text`)
      .trim()
      .min(1, `${label} is required`)
      .max(100, `${label} must have at most 100 characters`)
      .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, `${label} must be one line`),
  );

const year = (fallback: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.trim() : '') || String(fallback),
    z
      .string()
      .regex(/^(19|20)\d\d$|^2100$/, 'Year must have four digits')
      .transform(Number),
  );

const form = z
  .object({
    make: name('Make'),
    model: name('Model'),
    from_year: year(ANY_YEAR.from),
    to_year: year(ANY_YEAR.to),
    email: typedEmail,
  })
  .refine(({ from_year: from, to_year: to }) => from <= to, {
    path: ['to_year'],
    message: 'This is before the first year',
  });

interface Asker {
  database: Database;
  limits: Limits;
  /** Has no trailing slash. */
  siteUrl: string;
  user: Visitor['user'];
  clientAddress: string;
}

export interface AskedCar {
  status: 200 | 400 | 409 | 429 | 503;
  result: ActionResult;
  /** Seconds. */
  retryAfter?: number;
}

/**
 * Adds a wait for a car, and the mail that confirms it. The result is the same for known and unknown addresses. Requests for the
 * same wait within a minute get one mail. A signed-in person's own address needs no confirmation.
 */
export async function askCarMail(asker: Asker, sent: unknown): Promise<AskedCar> {
  const parsed = form.safeParse(sent);
  if (!parsed.success) {
    const errors = Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [String(path[0] ?? 'email'), message]),
    );
    return { status: 400, result: { done: false, message: Object.values(errors)[0] ?? '', errors } };
  }
  const { email: typed, ...car } = parsed.data;
  const email = typed.toLowerCase();
  const { database, limits, user } = asker;
  const isOwn = user?.email.toLowerCase() === email;
  const counted: Counted[] = [['ask-back-in-stock', asker.clientAddress]];
  if (isOwn) counted.push(['ask-back-in-stock-own', user.id]);
  else counted.push(['confirm', email], ['confirm-all', 'all']);
  const allowance = await limits.takeAll(counted);
  if (!allowance.allowed) {
    return {
      status: allowance.counted ? 429 : 503,
      result: { done: false, message: allowance.counted ? carWaitTexts.tooMany : carWaitTexts.failed },
      retryAfter: allowance.seconds,
    };
  }
  return database.as({ role: 'service_role' }, (transaction) =>
    addWait(transaction, { siteUrl: asker.siteUrl, email, car, isOwn }),
  );
}

interface NewWait {
  siteUrl: string;
  email: string;
  car: AwaitedCar;
  isOwn: boolean;
}

async function addWait(
  transaction: Transaction<DB>,
  { siteUrl, email, car, isOwn }: NewWait,
): Promise<AskedCar> {
  const { limits } = await readSettings(transaction);
  if (!limits.carMail) return { status: 409, result: { done: false, message: carWaitTexts.off } };
  const { id, confirmed_at: confirmedAt } = await findOrAddWait(transaction, email, car);
  if (isOwn) {
    await transaction
      .updateTable('car_waits')
      .set({ confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
      .where('id', '=', id)
      .execute();
    return { status: 200, result: { done: true, message: `${carWaitTexts.onList} ${carWaitTexts.promise}` } };
  }
  if (await takeMail(transaction, id)) {
    const link = await addCarLink(transaction, { waitId: id, siteUrl });
    const mailed = { isConfirmed: confirmedAt !== null, link, siteUrl };
    await writeMail(transaction, () => ({
      to: email,
      subject: confirmCarSubject(mailed),
      content: <ConfirmCarMail {...mailed} />,
      unsubscribeUrl: link,
    }));
  }
  return { status: 200, result: { done: true, message: carWaitTexts.checkMail } };
}

/** An address has one open wait for a car and its years. It ends a year after the person asked last. */
async function findOrAddWait(transaction: Transaction<DB>, email: string, car: AwaitedCar) {
  await sql`
    insert into car_waits (email, make, model, from_year, to_year)
    values (${email}, ${car.make}, ${car.model}, ${car.from_year}, ${car.to_year})
    on conflict (email, lower(make), lower(model), from_year, to_year) where ended_at is null do update set asked_at = now()`.execute(
    transaction,
  );
  return transaction
    .selectFrom('car_waits')
    .select(['id', 'confirmed_at'])
    .where('email', '=', email)
    .where(sql<boolean>`lower(make) = lower(${car.make}) and lower(model) = lower(${car.model})`)
    .where('from_year', '=', car.from_year)
    .where('to_year', '=', car.to_year)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Returns true for one of several simultaneous requests. The others wait for its transaction. */
async function takeMail(transaction: Transaction<DB>, waitId: string): Promise<boolean> {
  const taken = await transaction
    .updateTable('car_waits')
    .set({ mailed_at: sql`clock_timestamp()` })
    .where('id', '=', waitId)
    .where((wait) =>
      wait.or([
        wait('mailed_at', 'is', null),
        wait('mailed_at', '<', sql<Date>`now() - make_interval(mins => ${MINUTES_BETWEEN_MAILS})`),
        wait('mailed_at', '<', wait.ref('confirmed_at')),
      ]),
    )
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}
