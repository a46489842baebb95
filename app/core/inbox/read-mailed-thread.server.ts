import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatReference, type InboxKind } from './inbox.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { Shop } from '#core/settings/shop.ts';
import { readSettings } from '#core/settings/settings.server.ts';

/** The facts of a thread that mails name. */
export interface MailedThread {
  kind: InboxKind;
  /** Example: 'REQ-1042'. */
  reference: string;
  email: string;
  name: string;
  /** Subject of the first mail. */
  title: string;
  /** The requested part with its vehicle, or the subject. */
  asked: string;
  /** The sender's text, for a quotation. */
  original: string;
  /** A formatted date. */
  sentOn: string;
  /** The message's order. */
  order: { id: string; number: string } | null;
  /** Ids of the thread's earlier mails. */
  follows: string[];
}

/** Limits the header's length in long threads. */
const MAX_FOLLOWED = 20;

export async function readMailedThread(
  transaction: Transaction<DB>,
  threadId: string,
): Promise<MailedThread> {
  const thread = await transaction
    .selectFrom('inbox_threads')
    .select(['kind', 'number', 'request_id', 'message_id', 'received_at', 'confirmation_id'])
    .where('id', '=', threadId)
    .executeTakeFirstOrThrow();
  const { business: shop } = await readSettings(transaction);
  const mails = await transaction
    .selectFrom('inbox_entries')
    .select('mail_id')
    .where('thread_id', '=', threadId)
    .where('mail_id', 'is not', null)
    .orderBy('id')
    .execute();
  const kind = thread.kind as InboxKind;
  return {
    ...(thread.request_id === null
      ? await readMessage(transaction, thread.message_id)
      : await readRequest(transaction, thread.request_id)),
    kind,
    reference: formatReference({ kind, number: thread.number }),
    sentOn: formatDay(shop, thread.received_at),
    follows: [thread.confirmation_id, ...mails.map(({ mail_id: id }) => id)]
      .filter((id) => id !== null)
      .slice(-MAX_FOLLOWED),
  };
}

async function readRequest(transaction: Transaction<DB>, id: string) {
  const request = await transaction
    .selectFrom('part_requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const vehicle = vehicleName({ ...request, year: Number(request.year) || null });
  const asked = [request.part_name, vehicle].filter(Boolean).join(' for ');
  return {
    email: request.email,
    name: request.name,
    title: `Part request: ${asked}`,
    asked,
    original: [asked, request.description].filter(Boolean).join('\n\n'),
    order: null,
  };
}

async function readMessage(transaction: Transaction<DB>, id: string | null) {
  const {
    order_id: orderId,
    number,
    message,
    ...sent
  } = await transaction
    .selectFrom('contact_messages')
    .leftJoin('orders', 'orders.id', 'contact_messages.order_id')
    .select(['contact_messages.email', 'name', 'subject', 'message', 'order_id', 'number'])
    .where('contact_messages.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    email: sent.email,
    name: sent.name,
    title: sent.subject,
    asked: sent.subject,
    original: message,
    order: orderId === null || number === null ? null : { id: orderId, number },
  };
}

function formatDay({ timeZone }: Shop, day: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(day);
}
