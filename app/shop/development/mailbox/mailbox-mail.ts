import { data } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { readMail } from '#core/mail/read-mails.server.ts';
import type { Route } from './+types/mailbox-mail.ts';

/** Allows a mail's own styles and the shop's pictures, no scripts, no forms. Only pages of the shop can frame a mail. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'none'; frame-ancestors 'self'";

export async function loader({ params, context }: Route.LoaderArgs) {
  const mail = await readMail(context.get(databaseContext), params.id);
  if (!mail?.html) throw data(null, { status: 404 });
  return new Response(mail.html.replace('<head>', '<head><base target="_blank">'), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
  });
}
