import { sql } from 'kysely';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { computeQuoteState } from './quote.ts';
import type { OrderStatus } from '../order.ts';
import { describeSoldLine, soldLineColumns } from '../sold-line.ts';
import { type MailAmount, MailAction, MailAmounts, MailFrame, MailText } from '#core/mail/ui/mail-parts.tsx';
import { readMailedPictures } from '#core/mail/read-mailed-pictures.server.ts';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { createQuoteLink } from './quote-links.server.ts';

interface MailQuote {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
  linkId: string;
}

/** Writes the mail with a link to a quote, once. Does nothing if the quote is no longer open. */
export async function mailQuote({ database, siteUrl, linkId }: MailQuote): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const quote = await transaction
      .selectFrom('quote_links')
      .innerJoin('quotes', 'quotes.order_id', 'quote_links.order_id')
      .innerJoin('orders', 'orders.id', 'quote_links.order_id')
      .select(['orders.id', 'number', 'email', 'status', 'expires_at', 'canceled_at', 'note', 'fulfillment'])
      .select(['amount', 'tax', 'shipping', 'core', 'battery_fee', sql<Date>`now()`.as('now')])
      .where('quote_links.id', '=', linkId)
      .where('by_mail', '=', true)
      .where('secret_hash', 'is', null)
      .forUpdate('quote_links')
      .executeTakeFirst();
    if (!quote?.email || !quote.expires_at) return;
    const facts = {
      status: quote.status as OrderStatus,
      isPaid: false,
      isSold: false,
      isCanceled: quote.canceled_at !== null,
      expiresAt: quote.expires_at,
    };
    if (computeQuoteState(facts, quote.now) !== 'open') return;
    const lines = await transaction
      .selectFrom('order_lines')
      .select(soldLineColumns)
      .select(['unit_price', 'quantity'])
      .where('order_id', '=', quote.id)
      .orderBy('part_name')
      .orderBy('id')
      .execute();
    const pictures = await readMailedPictures(transaction, lines, siteUrl);
    const dollars = (amount: string) => formatDollars(centsFromDollars(amount));
    const amounts: MailAmount[] = [
      ...lines.map((line) => ({
        name: describeSoldLine(line),
        amount: formatDollars(centsFromDollars(line.unit_price) * line.quantity),
        picture: pictures.get(line.part_id),
      })),
      { name: 'Tax', amount: dollars(quote.tax) },
      { name: quote.fulfillment === 'pickup' ? 'Pickup' : 'Shipping', amount: dollars(quote.shipping) },
      ...(Number(quote.core) > 0 ? [{ name: 'Core charge', amount: dollars(quote.core) }] : []),
      ...(Number(quote.battery_fee) > 0
        ? [{ name: BATTERY_FEE_NAME, amount: dollars(quote.battery_fee) }]
        : []),
      { name: 'Total', amount: dollars(quote.amount), total: true },
    ];
    const { href, secretHash } = createQuoteLink(siteUrl);
    const { email, expires_at: expiresAt, note } = quote;
    const mailId = await writeMail(transaction, (shop) => {
      const until = new Intl.DateTimeFormat('en-US', {
        dateStyle: 'full',
        timeStyle: 'short',
        timeZone: shop.timeZone,
      });
      const subject = `Your quote ${formatOrderNumber(quote.number)} from ${shop.name}`;
      return {
        to: email,
        subject,
        content: (
          <MailFrame title={subject} siteUrl={siteUrl}>
            <MailText>{`We're holding these parts for you until ${until.format(expiresAt)}.`}</MailText>
            {note && <MailText>{note}</MailText>}
            <MailAmounts lines={amounts} />
            <MailAction href={href}>See and pay the quote</MailAction>
            <MailText>
              Anyone with this link can see the quote. Questions? Reply to this email or call us at{' '}
              {shop.phone}.
            </MailText>
          </MailFrame>
        ),
      };
    });
    await transaction
      .updateTable('quote_links')
      .set({ secret_hash: secretHash, mail_id: mailId })
      .where('id', '=', linkId)
      .execute();
  });
}
