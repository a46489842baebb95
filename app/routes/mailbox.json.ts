import { databaseContext, shopContext } from '#services';
import { readMails } from '#features/mail/read-mails.server.ts';
import type { Route } from './+types/mailbox.json.ts';

/** The mailbox page as data, for tests and scripts. Never in production. */
export async function loader({ context }: Route.LoaderArgs) {
  if (!context.get(shopContext).mailbox) return Response.json({ error: 'Not found' }, { status: 404 });
  return Response.json({ mails: await readMails(context.get(databaseContext)) });
}
