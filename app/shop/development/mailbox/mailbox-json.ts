import { databaseContext } from '#core/platform/database.server.ts';
import { readMails } from '#core/mail/read-mails.server.ts';
import type { Route } from './+types/mailbox-json.ts';

/** Serves tests and scripts. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json({ mails: await readMails(context.get(databaseContext)) });
}
