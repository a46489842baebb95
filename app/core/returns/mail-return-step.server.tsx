import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { Settlement } from './return-refund.ts';
import { formatReturnNumber } from './return-number.ts';
import { type ReturnKind, type ReturnState, returnKinds } from '#core/orders/return.ts';
import type { ReturnTerms } from '#core/orders/return-terms.ts';
import type { Shop } from '#core/settings/shop.ts';
import {
  type MailAmount,
  MailAction,
  MailAmounts,
  MailFrame,
  MailLines,
  MailText,
} from '#core/mail/ui/mail-parts.tsx';
import { readMailedPictures } from '#core/mail/read-mailed-pictures.server.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { formatDollars } from '#core/values/money.ts';
import { addOrderLink } from '#core/orders/order-links.server.ts';
import type { EventUnits } from '#core/orders/order-event.ts';
import { describeSoldLine, soldLineColumns } from '#core/orders/sold-line.ts';
import { MailedParcel } from '#core/orders/ui/mailed-parcel.tsx';
import { describeReturnMail, type MailedReturn } from './return-mails.ts';

interface MailReturnStep {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
  eventId: string;
}

/**
 * Writes the mail to the buyer about a step, once, after those of all earlier steps. Each is stored with its id in one
 * transaction, under a lock of the return.
 */
export async function mailReturnStep({ database, siteUrl, eventId }: MailReturnStep): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const found = await lockReturn(transaction, eventId, siteUrl);
    if (!found) return;
    const steps = await transaction
      .selectFrom('return_events')
      .select(['id', 'kind', 'note', 'mail_id'])
      .where('return_id', '=', found.id)
      .where('has_mail', '=', true)
      .where('id', '<=', eventId)
      .orderBy('id')
      .execute();
    const follows: string[] = [];
    for (const step of steps) {
      if (step.mail_id !== null) {
        follows.push(step.mail_id);
        continue;
      }
      if (step.kind === 'asked') await writeShopMail(transaction, found, siteUrl);
      const mailId = await writeStepMail(transaction, { ...found, step, follows, siteUrl });
      await transaction
        .updateTable('return_events')
        .set({ mail_id: mailId, has_mail: mailId !== null })
        .where('id', '=', step.id)
        .execute();
      if (mailId !== null) follows.push(mailId);
    }
  });
}

type FoundReturn = NonNullable<Awaited<ReturnType<typeof lockReturn>>>;

async function lockReturn(transaction: Transaction<DB>, eventId: string, siteUrl: string) {
  const found = await transaction
    .selectFrom('return_events')
    .innerJoin('returns', 'returns.id', 'return_id')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('returns')
    .select(['orders.number as order_number', 'email', 'return_terms', 'mail_id', 'has_mail'])
    .where('return_events.id', '=', eventId)
    .forUpdate('returns')
    .executeTakeFirst();
  if (!found) return undefined;
  const units = await transaction
    .selectFrom('return_lines')
    .innerJoin('order_lines', 'order_lines.id', 'line_id')
    .select(soldLineColumns)
    .select(['return_lines.quantity', 'received'])
    .where('return_id', '=', found.id)
    .orderBy('part_name')
    .execute();
  return {
    ...found,
    units: units.map(({ received, ...unit }) => ({ ...unit, arrived: received ?? unit.quantity })),
    rest: await readRest(transaction, found.id),
    pictures: await readMailedPictures(transaction, units, siteUrl),
  };
}

/** Reads the number of the return with the units that did not arrive. */
async function readRest(transaction: Transaction<DB>, returnId: string): Promise<string | null> {
  const rest = await transaction
    .selectFrom('returns')
    .select('number')
    .where('rest_of', '=', returnId)
    .executeTakeFirst();
  return rest ? formatReturnNumber(rest.number) : null;
}

interface Step {
  step: { kind: string; note: string | null };
  follows: string[];
  siteUrl: string;
}

/** Returns null if the buyer's address is unknown. */
async function writeStepMail(
  transaction: Transaction<DB>,
  { step, follows, siteUrl, email, ...found }: FoundReturn & Step,
): Promise<string | null> {
  if (email === null) return null;
  const hasSlip = step.kind === 'approved';
  const page = `returns/${formatReturnNumber(found.number)}`;
  const link = await addOrderLink(transaction, {
    orderId: found.order_id,
    number: found.order_number,
    siteUrl,
    to: hasSlip ? `${page}/slip` : page,
  });
  return writeMail(transaction, (shop: Shop) => {
    const { subject, texts, parts, amounts, lines, parcel } = describeReturnMail(
      toMailed(found, step, shop),
      shop,
    );
    const listed = [
      ...(parts === 'none' ? [] : listParts(found, parts)),
      ...amounts.map(([name, cents]) => ({
        name,
        amount: formatDollars(cents),
        total: name === 'Total',
      })),
    ];
    return {
      to: email,
      follows: [...follows],
      subject,
      content: (
        <MailFrame title={subject} siteUrl={siteUrl}>
          {texts.map((text) => (
            <MailText key={text}>{text}</MailText>
          ))}
          {listed.length > 0 && <MailAmounts lines={listed} />}
          {parcel && <MailedParcel {...parcel} />}
          {lines.length > 0 && <MailLines lines={lines} />}
          <MailAction href={link}>{hasSlip ? 'Print the slip' : 'See your return'}</MailAction>
          <MailText>Questions? Reply to this email or call us at {shop.phone}.</MailText>
        </MailFrame>
      ),
    };
  });
}

function toMailed(found: Omit<FoundReturn, 'email'>, step: Step['step'], shop: Shop): MailedReturn {
  const terms = (found.return_terms as ReturnTerms | null) ?? shop.returns;
  const kind = found.kind as ReturnKind;
  return {
    reference: formatReturnNumber(found.number),
    order: formatOrderNumber(found.order_number),
    kind,
    step: step.kind as ReturnState,
    missing: listMissing(found.units),
    rest: found.rest,
    note: step.note,
    sendTo: found.send_to,
    shopPays: found.shop_fault === true || (kind === 'return' && terms.wayBack === 'shop'),
    carrier: found.carrier,
    tracking: found.tracking,
    settlement: found.settlement as Settlement | null,
  };
}

function listMissing(units: FoundReturn['units']): EventUnits[] {
  return units
    .map(({ part_name: name, quantity, arrived }) => ({ name, quantity: quantity - arrived }))
    .filter(({ quantity }) => quantity > 0);
}

function listParts(
  { units, pictures }: Pick<FoundReturn, 'units' | 'pictures'>,
  which: 'requested' | 'arrived',
): MailAmount[] {
  return units
    .map((unit) => (which === 'arrived' ? { ...unit, quantity: unit.arrived } : unit))
    .filter(({ quantity }) => quantity > 0)
    .map((unit) => ({ name: describeSoldLine(unit), picture: pictures.get(unit.part_id) }));
}

async function writeShopMail(transaction: Transaction<DB>, found: FoundReturn, siteUrl: string) {
  const reference = formatReturnNumber(found.number);
  const subject = `${returnKinds[found.kind as ReturnKind]} ${reference} of order ${formatOrderNumber(found.order_number)}`;
  await writeMail(transaction, () => ({
    to: null,
    subject,
    content: (
      <MailFrame title={subject} siteUrl={siteUrl}>
        <MailText>A buyer wants to return these parts:</MailText>
        <MailAmounts lines={listParts(found, 'requested')} />
        <MailAction href={`${siteUrl}/admin/returns/${reference}`}>Approve or decline</MailAction>
      </MailFrame>
    ),
  }));
}
