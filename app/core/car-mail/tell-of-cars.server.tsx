import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { type MailedCar, NewCarsMail, newCarsSubject } from './car-mails.server.tsx';
import { addCarLink } from './car-wait-link.server.ts';

/** Maximum of mails in one transaction. */
const MAX_PEOPLE = 100;

/** A car that is older is no news, such as after the setting was off. */
const MAX_AGE_DAYS = 2;

/** A transaction that began before may still add a car. It also leaves time to correct a new car. */
const MIN_AGE_MINUTES = 5;

interface TellOfCars {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
}

/**
 * Mails people about the cars that came in and that they wait for, one mail to each. The waits note until when they are told in the
 * transaction of the mails, so a job that runs twice or is killed tells no one twice.
 */
export async function tellOfCars({ database, siteUrl }: TellOfCars): Promise<void> {
  while (await database.as({ role: 'service_role' }, (transaction) => tellNext(transaction, siteUrl)));
}

/** Returns whether there may be more people to tell. */
async function tellNext(transaction: Transaction<DB>, siteUrl: string): Promise<boolean> {
  const { limits } = await readSettings(transaction);
  if (!limits.carMail) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended('tell-of-cars', 0))`.execute(transaction);
  const { rows: people } = await sql<{ email: string; waits: string[]; cars: MailedCar[] }>`
    select wait.email, array_agg(distinct wait.id) as waits,
      jsonb_agg(distinct jsonb_build_object('id', cars.id, 'year', cars.year, 'make', cars.make, 'model', cars.model,
        'trim', cars.trim, 'color', cars.color, 'row', cars.yard_row)) as cars
    from car_arrivals as arrival
    join public_cars as cars on cars.id = arrival.car_id
    join car_waits as wait on lower(wait.make) = lower(cars.make) and lower(wait.model) = lower(cars.model)
      and cars.year between wait.from_year and wait.to_year
    where arrival.at > now() - make_interval(days => ${MAX_AGE_DAYS})
      and arrival.at <= now() - make_interval(mins => ${MIN_AGE_MINUTES})
      and arrival.at > wait.told_until and wait.ended_at is null and wait.confirmed_at is not null
    group by wait.email order by wait.email limit ${MAX_PEOPLE}`.execute(transaction);
  for (const { email, waits, cars } of people) {
    const { rows: told } = await sql<{ id: string }>`
      update car_waits set told_until = greatest(told_until, now() - make_interval(mins => ${MIN_AGE_MINUTES}))
      where id = any (${waits}::uuid[]) and ended_at is null returning id`.execute(transaction);
    // The person ended the wait meanwhile.
    const [wait] = told;
    if (!wait) continue;
    const link = await addCarLink(transaction, { waitId: wait.id, siteUrl });
    await writeMail(transaction, () => ({
      to: email,
      subject: newCarsSubject(cars),
      content: <NewCarsMail cars={cars} link={link} siteUrl={siteUrl} />,
      unsubscribeUrl: link,
    }));
  }
  return people.length === MAX_PEOPLE;
}
