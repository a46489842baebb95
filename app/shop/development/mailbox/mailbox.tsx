import { privatePage } from '#core/settings/page-meta.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { readMails } from '#core/mail/read-mails.server.ts';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import type { Route } from './+types/mailbox.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';

/** This page exists only if the shop sends no mail (server/filter-routes.ts). */
export async function loader({ context }: Route.LoaderArgs) {
  return { mails: await readMails(context.get(databaseContext)) };
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Mailbox');
}

function WithLinks({ text }: { text: string }) {
  const segments = [...text.matchAll(/https?:\/\/\S+|.+?(?=https?:\/\/|$)/gs)];
  return segments.map(({ 0: segment, index }) =>
    segment.startsWith('http') ? (
      <a key={index} href={segment} className="text-link underline">
        {segment}
      </a>
    ) : (
      segment
    ),
  );
}

export default function Mailbox({ loaderData: { mails } }: Route.ComponentProps) {
  const shop = useShop();
  return (
    <main className="mx-auto w-full max-w-3xl px-gutter py-8">
      <h1>Mailbox</h1>
      <p className="mt-1 mb-6 text-muted">This shop sends no email. It keeps its messages here instead.</p>
      {mails.length === 0 && <EmptyState title="No email yet">Place an order and check again.</EmptyState>}
      <ul className="grid gap-4">
        {mails.map((mail) => (
          <Card key={mail.id} as="li">
            <h2 className="text-xl">{mail.subject}</h2>
            <p className="text-sm text-muted">
              To {mail.recipient ?? `${shop.email} (the shop)`}
              {mail.reply_to && `, replies to ${mail.reply_to}`}
              {mail.sent_at === null && ', on its way'}
            </p>
            {mail.html && (
              // oxlint-disable-next-line react/iframe-missing-sandbox -- The mail's own policy forbids everything.
              <iframe
                title={`Preview: ${mail.subject}`}
                src={`/mailbox/${mail.id}`}
                loading="lazy"
                className="mt-3 h-112 w-full rounded-md border border-line"
              />
            )}
            <details className="mt-3" open={!mail.html}>
              <summary className="min-h-6 text-sm text-muted">As plain text</summary>
              <p className="mt-2 font-stamp text-sm wrap-anywhere whitespace-pre-line">
                <WithLinks text={mail.body} />
              </p>
            </details>
          </Card>
        ))}
      </ul>
    </main>
  );
}
