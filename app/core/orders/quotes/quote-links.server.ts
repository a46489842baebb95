import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { readCookie, setCookie } from '#core/values/cookie.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { ActionResult } from '#core/values/action-result.ts';

const SECRET = /^[\w-]{43}$/;

/** Lasts longer than any quote, so that a buyer who comes back sees its outcome. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

const COOKIE = { name: 'partyard.quote' };

/** Creates the link to send, and the hash to store. Old mails lose the text after 'token=' (server/mail/redact-secrets.ts). */
export function createQuoteLink(siteUrl: string): { href: string; secretHash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { href: `${siteUrl}/quote?token=${secret}`, secretHash: hashSecret(secret) };
}

/** Reads the secret of a link that a buyer has opened. A cookie keeps it, so that no page's address has it. */
export function readOpenedSecret(request: Request, siteUrl: string): string | undefined {
  return readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), SECRET);
}

export function formatSecretCookie(siteUrl: string, secret: string): string {
  return setCookie(COOKIE, siteUrl, secret, COOKIE_SECONDS);
}

/** Finds the order of a quote by the secret of one of its links, as service_role. */
export async function findQuoteOrder(
  transaction: Transaction<DB>,
  secret: string | undefined,
): Promise<string | undefined> {
  if (secret === undefined || !SECRET.test(secret)) return undefined;
  const link = await transaction
    .selectFrom('quote_links')
    .select('order_id')
    .where('secret_hash', '=', hashSecret(secret))
    .executeTakeFirst();
  return link?.order_id;
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export const quoteRefusals = {
  quotes_open: 'the quote is no longer open',
  quote_links_count: 'this quote has 20 links already. Use one of them, or make a new quote',
  quote_links_address: 'the quote has no email address',
};

interface QuoteToShare {
  orderId: string;
  number: number;
}

/** Makes another link to an open quote, as the signed-in person. Only the result has its secret. */
export async function copyQuoteLink(
  transaction: Transaction<DB>,
  quote: QuoteToShare,
  siteUrl: string,
): Promise<ActionResult & { link: string }> {
  const { href, secretHash } = createQuoteLink(siteUrl);
  await transaction
    .insertInto('quote_links')
    .values({ order_id: quote.orderId, secret_hash: secretHash })
    .execute();
  await logShare(transaction, quote, 'copy');
  return { done: true, link: href };
}

/** Sends a quote as the signed-in person. A trigger queues the mail. */
export async function sendQuote(transaction: Transaction<DB>, quote: QuoteToShare): Promise<ActionResult> {
  await transaction.insertInto('quote_links').values({ order_id: quote.orderId, by_mail: true }).execute();
  await logShare(transaction, quote, 'mail');
  return { done: true, message: 'The quote was sent' };
}

async function logShare(
  transaction: Transaction<DB>,
  { orderId, number }: QuoteToShare,
  by: 'copy' | 'mail',
): Promise<void> {
  const details = { resourceType: 'orders', resourceId: orderId, order: formatOrderNumber(number), by };
  await logAdminAction(transaction, 'share_quote', details);
}
