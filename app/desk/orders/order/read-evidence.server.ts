import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { InboxKind } from '#core/inbox/inbox.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { readOrderPage } from './read-order-page.server.ts';
import { readStoryEntries, type StoryEntry } from '#core/orders/read-order-story.server.ts';

/** Keeps the newest ones. An order has about ten. */
export const MAX_STORY = 2_000;

/** Lines that are read at once, so that other requests are answered in between. */
const SLICE = 250;

export type Evidence = NonNullable<Awaited<ReturnType<typeof readEvidence>>>;

/** Reads everything that speaks for an order, and logs it in the audit trail. Undefined if the number is unknown. */
export async function readEvidence(transaction: Transaction<DB>, number: number) {
  const order = await readOrderPage(transaction, { number, storyPage: 1, paymentPages: undefined });
  if (!order) return undefined;
  await logAdminAction(transaction, 'export_evidence', { resourceType: 'orders', resourceId: order.id });
  const story: StoryEntry[] = [];
  for (let offset = 0; offset <= MAX_STORY && story.length === offset; offset += SLICE) {
    story.push(...(await readStoryEntries(transaction, order.id, { limit: SLICE, offset })));
  }
  return {
    order,
    story: story
      .slice(0, MAX_STORY)
      .filter(({ isInternal }) => !isInternal)
      .toReversed(),
    isStoryWhole: story.length <= MAX_STORY,
    photos: await transaction
      .selectFrom('order_photos')
      .leftJoin('order_lines', 'order_lines.id', 'order_photos.line_id')
      .select(['file', 'part_name', 'taken_at'])
      .where('order_photos.order_id', '=', order.id)
      .orderBy('taken_at')
      .execute(),
    mails: await readMails(transaction, order.id),
    messages: await readMessages(transaction, order.id),
  };
}

async function readMails(transaction: Transaction<DB>, orderId: string) {
  const { rows } = await sql<{
    subject: string;
    created_at: Date;
    sent_at: Date | null;
    given_up_at: Date | null;
  }>`
    select subject, created_at, sent_at, given_up_at
    from public.order_buyer_mails(${orderId})`.execute(transaction);
  return rows;
}

async function readMessages(transaction: Transaction<DB>, orderId: string) {
  const { rows } = await sql<{
    thread: string;
    kind: InboxKind;
    number: string;
    title: string;
    text: string | null;
    received_at: Date;
  }>`
    select thread, kind, number, title, text, received_at
    from public.order_messages(${orderId})`.execute(transaction);
  const entries =
    rows.length === 0
      ? []
      : await transaction
          .selectFrom('inbox_entries')
          .select(['thread_id', 'kind', 'text', 'at'])
          .where(
            'thread_id',
            'in',
            rows.map(({ thread }) => thread),
          )
          .where('kind', 'in', ['answer', 'reply'])
          .orderBy('id')
          .execute();
  return rows.map((row) =>
    Object.assign(row, { entries: entries.filter(({ thread_id: thread }) => thread === row.thread) }),
  );
}
