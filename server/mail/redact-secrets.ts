import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

/** The token of a mailed link (server/auth/open-link.ts), as a pattern for JavaScript and PostgreSQL. */
const TOKEN = '([?&;]token=)[A-Za-z0-9_-]{43}';

export function redactSecrets({ body, html }: { body: string; html: string | null }) {
  const redact = (text: string) => text.replaceAll(new RegExp(TOKEN, 'g'), '$1removed');
  return { body: redact(body), html: html === null ? null : redact(html), unsubscribe_url: null };
}

/** Removes expired links from mails that were never sent or are on the mailbox page. */
export async function redactOldMails(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('mails')
      .set({
        body: sql`regexp_replace(body, ${TOKEN}, ${String.raw`\1removed`}, 'g')`,
        html: sql`regexp_replace(html, ${TOKEN}, ${String.raw`\1removed`}, 'g')`,
        unsubscribe_url: null,
      })
      .where(sql<boolean>`created_at between now() - interval '30 days' and now() - interval '1 day'`)
      .where(sql<boolean>`body ~ ${TOKEN}`)
      // A mail about an order or a part may still be sent, and its link works for long.
      .where(
        sql<boolean>`not ((body like '%/open?token=%' or unsubscribe_url is not null) and sent_at is null and given_up_at is null
          and created_at > now() - interval '5 days')`,
      )
      .execute(),
  );
}
