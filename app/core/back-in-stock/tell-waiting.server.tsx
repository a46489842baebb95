import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { describeLineCondition } from '#core/catalog/origin.ts';
import { countPeopleToTell, MAX_TOLD_A_DAY, minutesUntilNextRound, type WaitReason } from './stock-wait.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { addWaitLink } from './add-wait-link.server.ts';
import { ToldMail, type ToldPart, toldSubject } from './wait-mails.server.tsx';

interface TellWaiting {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
}

/**
 * Mails the next people who wait for parts that are in stock. Each part is one transaction with its mails, so a job that runs
 * twice or is killed sends no mail twice.
 */
export async function tellWaiting({ database, siteUrl }: TellWaiting): Promise<void> {
  while (await database.as({ role: 'service_role' }, (each) => tellOfNextPart(each, siteUrl)));
}

/** Returns whether a part was due. */
async function tellOfNextPart(transaction: Transaction<DB>, siteUrl: string): Promise<boolean> {
  const { limits } = await readSettings(transaction);
  if (!limits.backInStockMail) return false;
  // Two parts can answer the same wait, so only one transaction tells at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended('tell-waiting', 0))`.execute(transaction);
  const due = await transaction
    .selectFrom('restocks')
    .select('part_id')
    .where('check_at', '<=', sql<Date>`now()`)
    .orderBy('check_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!due) return false;
  const { part_id: partId } = due;
  const part = await readToldPart(transaction, partId);
  const told = part ? await tell(transaction, part, siteUrl) : 0;
  if (part && (await isAwaited(transaction, partId))) {
    const minutes = minutesUntilNextRound(part.stock, told);
    await transaction
      .updateTable('restocks')
      .set({ check_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
      .where('part_id', '=', partId)
      .execute();
  } else {
    await transaction.deleteFrom('restocks').where('part_id', '=', partId).execute();
  }
  return true;
}

/** Returns undefined if the part was sold or deleted. Payments may hold all of its units. */
async function readToldPart(transaction: Transaction<DB>, id: string): Promise<ToldPart | undefined> {
  const row = await transaction
    .selectFrom('parts_catalog')
    .select(['id', 'part_name as name', 'vehicle_make as make', 'vehicle_model as model'])
    .select(['vehicle_year as year', 'oem_number as oemNumber', 'price'])
    .select(['origin', 'rebuilder', 'part_type as condition', 'image_url'])
    .select(sql<number>`stock_quantity - stock_held`.as('stock'))
    .where('id', '=', id)
    .where('stock_quantity', '>', 0)
    .executeTakeFirst();
  if (!row) return undefined;
  const { price, origin, rebuilder, condition, image_url: picture, ...part } = row;
  return {
    ...part,
    picture,
    priceCents: price === null ? null : centsFromDollars(price),
    condition: describeLineCondition({ origin, rebuilder, condition }),
  };
}

/** Returns the number of people told. */
async function tell(transaction: Transaction<DB>, part: ToldPart, siteUrl: string): Promise<number> {
  let told = 0;
  for (const { email, ids, reason } of await findNextPeople(transaction, part)) {
    const waits = await transaction
      .updateTable('stock_waits')
      .set({ told_at: sql<Date>`now()`, told_part_id: part.id })
      .where(sql<boolean>`id = any (${ids}::uuid[])`)
      .where('told_at', 'is', null)
      .where('ended_at', 'is', null)
      .returning(['id', 'part_name', 'vehicle_make', 'vehicle_model', 'vehicle_year'])
      .execute();
    const awaited = waits.find(({ id }) => id === ids[0]);
    // The person ended the wait meanwhile.
    if (!awaited) continue;
    const link = await addWaitLink(transaction, { waitId: awaited.id, siteUrl });
    await writeMail(transaction, () => ({
      to: email,
      subject: toldSubject({ part, reason }),
      content: <ToldMail {...{ part, reason, awaited, link, siteUrl }} />,
      unsubscribeUrl: link,
    }));
    told += 1;
  }
  return told;
}

interface NextPerson {
  email: string;
  /** All waits that the part answers. They end with one mail, which is about the first wait. */
  ids: string[];
  /** The reason of the first wait. */
  reason: WaitReason;
}

/** Finds the next people, in the order of asking. */
async function findNextPeople(transaction: Transaction<DB>, part: ToldPart): Promise<NextPerson[]> {
  const { rows } = await sql<NextPerson>`
    with answered as (
      select wait.id, wait.email, wait.asked_at, found.reason,
        array_position(array['part', 'vehicle', 'number'], found.reason) as place
      from find_stock_waits(${part.id}) as found
      join stock_waits as wait on wait.id = found.wait_id
      join restocks on restocks.part_id = ${part.id}
      where wait.confirmed_at is not null
        and (found.reason = 'part' or wait.asked_at <= restocks.came_in_at)
    )
    select email, array_agg(id order by place, asked_at, id) as ids,
      (array_agg(reason order by place, asked_at, id))[1] as reason
    from answered
    where (
      select count(*) from stock_waits as earlier
      where earlier.email = answered.email and earlier.told_at > now() - interval '1 day'
    ) < ${MAX_TOLD_A_DAY}
    group by email
    order by min(asked_at), email
    limit ${countPeopleToTell(part.stock)}`.execute(transaction);
  return rows;
}

/** Tells whether anybody waits for the part, including people whose address is not confirmed yet. */
async function isAwaited(transaction: Transaction<DB>, partId: string): Promise<boolean> {
  const { rows } = await sql<{ awaited: boolean }>`
    select exists (
      select from find_stock_waits(${partId}) as found
      join stock_waits as wait on wait.id = found.wait_id
      join restocks on restocks.part_id = ${partId}
      where found.reason = 'part' or wait.asked_at <= restocks.came_in_at
    ) as awaited`.execute(transaction);
  return rows[0]?.awaited ?? false;
}
