import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { stockWaitTexts } from './stock-wait.ts';
import { typedEmail } from '#core/inbox/typed-email.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Visitor } from '#core/accounts/accounts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Counted, Limits } from '#core/limits/limits.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { addWaitLink } from './add-wait-link.server.ts';
import { ConfirmWaitMail, confirmWaitSubject } from './wait-mails.server.tsx';

/** A mail is under way if the button is pressed again within this time. */
const MINUTES_BETWEEN_MAILS = 1;

interface Asker {
  database: Database;
  limits: Limits;
  /** Has no trailing slash. */
  siteUrl: string;
  user: Visitor['user'];
  clientAddress: string;
}

export type AskResult =
  /** `isOnList` is true for a signed-in person's own address, which needs no confirmation. */
  | { status: 200; isOnList: boolean }
  | { status: 400 | 404 | 409 | 429 | 503; error: string; field?: string; retryAfter?: number };

const body = z.object({ partId: z.uuid('Unknown part'), email: typedEmail });

/**
 * Adds a wait for a sold-out part, and the mail that confirms it. The result is the same for known and unknown addresses: an
 * address whose wait is already confirmed gets a mail that says so. Requests for the same wait within a minute get one mail.
 */
export async function askBackInStock(asker: Asker, sent: unknown): Promise<AskResult> {
  const parsed = body.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path[0];
    return {
      status: 400,
      error: field === undefined ? 'The request cannot be read' : (issue?.message ?? ''),
      ...(field !== undefined && { field: String(field) }),
    };
  }
  const { database, limits, user } = asker;
  const partId = parsed.data.partId.toLowerCase();
  const email = parsed.data.email.toLowerCase();
  const isOwn = user?.email.toLowerCase() === email;
  const counted: Counted[] = [
    ['ask-back-in-stock', asker.clientAddress],
    ['ask-back-in-stock-of-part', partId],
  ];
  if (isOwn) counted.push(['ask-back-in-stock-own', user.id]);
  else counted.push(['confirm', email], ['confirm-all', 'all']);
  const allowance = await limits.takeAll(counted);
  if (!allowance.allowed) {
    return {
      status: allowance.counted ? 429 : 503,
      error: allowance.counted ? stockWaitTexts.tooMany : stockWaitTexts.failed,
      retryAfter: allowance.seconds,
    };
  }
  return database.as({ role: 'service_role' }, (transaction) =>
    addWait(transaction, { ...asker, partId, email, isOwn }),
  );
}

async function addWait(
  transaction: Transaction<DB>,
  {
    partId,
    email,
    isOwn,
    siteUrl,
  }: Pick<Asker, 'siteUrl'> & { partId: string; email: string; isOwn: boolean },
): Promise<AskResult> {
  const { limits } = await readSettings(transaction);
  if (!limits.backInStockMail) return { status: 409, error: stockWaitTexts.off };
  const part = await lockPart(transaction, partId);
  if (!part) return { status: 404, error: stockWaitTexts.unknownPart };
  if (part.stock_quantity > part.stock_held) return { status: 409, error: stockWaitTexts.inStock };
  const { stock_quantity: stock, stock_held: _, ...kept } = part;
  const { id, ...wait } = await findOrAddWait(transaction, { email, part_id: partId, ...kept });
  if (isOwn) {
    await transaction
      .updateTable('stock_waits')
      .set({ confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
      .where('id', '=', id)
      .execute();
  } else if (await takeMail(transaction, id)) {
    const link = await addWaitLink(transaction, { waitId: id, siteUrl });
    const mailed = { part: kept, isConfirmed: wait.confirmed_at !== null, link, siteUrl };
    await writeMail(transaction, () => ({
      to: email,
      subject: confirmWaitSubject(mailed),
      content: <ConfirmWaitMail {...mailed} />,
      unsubscribeUrl: link,
    }));
  }
  // Payments hold all units. If one ends, the part is for sale again without coming in.
  if (stock > 0) {
    await transaction
      .insertInto('restocks')
      .values({ part_id: partId, check_at: sql<Date>`now() + interval '5 minutes'` })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { status: 200, isOnList: isOwn };
}

/**
 * Returns true for one of several simultaneous requests. The others wait for its transaction, which may change the wait's next
 * mail.
 */
async function takeMail(transaction: Transaction<DB>, waitId: string): Promise<boolean> {
  const taken = await transaction
    .updateTable('stock_waits')
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

/** Locks the part, so that a unit that comes in meanwhile finds the wait. */
function lockPart(transaction: Transaction<DB>, id: string) {
  return transaction
    .selectFrom('parts_catalog')
    .select(['part_name', 'vehicle_make', 'vehicle_model', 'vehicle_year', 'oem_number'])
    .select(['stock_quantity', 'stock_held'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}

interface NewWait {
  email: string;
  part_id: string;
  part_name: string;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_year: number | null;
  oem_number: string | null;
}

/** An address has one open wait for a part. */
async function findOrAddWait(transaction: Transaction<DB>, wait: NewWait) {
  await transaction
    .insertInto('stock_waits')
    .values(wait)
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'part_id'])
        .where('told_at', 'is', null)
        .where('ended_at', 'is', null)
        .doNothing(),
    )
    .execute();
  return transaction
    .selectFrom('stock_waits')
    .select(['id', 'confirmed_at'])
    .where('email', '=', wait.email)
    .where('part_id', '=', wait.part_id)
    .where('told_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
}
