import type { AccountResponse, Visitor } from '#core/accounts/accounts.server.ts';
import { accountMails, writeMail } from './account-mails.ts';
import { hashEmail, logAccountEvent } from '../audit/account-events.ts';
import { parseEmail, readObject } from './input.ts';
import { addLink, voidLinks } from './mailed-links.ts';
import { formatLink } from './open-link.ts';
import { withPassword } from './second-step.ts';
import {
  type AccountTools,
  NO_SESSION,
  respond,
  clientAddress,
  inConstantTime,
  inTransaction,
  refuse,
  refuseWhenLimited,
} from './tools.ts';

const TOO_MANY = 'Too many emails were requested.';

/**
 * POST auth email: proposes another address for the signed-in user's account, who confirms the password. Nothing changes
 * before the link in the mail to the new address is confirmed. The response and its time do not reveal whether another
 * account has the address.
 */
export async function changeEmail(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
): Promise<AccountResponse> {
  const { user } = visitor;
  if (!user) return NO_SESSION;
  const body = await readObject(request);
  const email = parseEmail(body.email);
  if (email === undefined) return refuse(400, 'validation_failed', 'Please enter a valid email address.');
  if (email === user.email) return refuse(422, 'same_email', 'This is your email address already.');
  return withPassword(tools, user, body, async (password) => {
    await tools.auth.api.verifyPassword({ body: { password }, headers: request.headers });
    const refused = refuseWhenLimited(
      await tools.limits.takeAll([
        ['account-mail-from-address', clientAddress(request)],
        ['account-mail', `email_change ${user.id}`],
        ['account-mail', `email_change to ${email}`],
      ]),
      TOO_MANY,
    );
    if (refused) return refused;
    return inConstantTime(async () => {
      await proposeEmail(tools, user, email);
      await logAccountEvent(tools, request, 'security_email_change_requested', user.id, {
        severity: 'warning',
        email_hash: hashEmail(email),
      });
      return respond(200, {});
    });
  });
}

async function proposeEmail(
  tools: AccountTools,
  user: { id: string; email: string },
  email: string,
): Promise<void> {
  await inTransaction(tools.pool, async (client) => {
    // Only the last proposed address stays valid.
    await voidLinks(client, user.id, 'email_change');
    const { rowCount } = await client.query('select from auth.users where email = $1 and email_verified', [
      email,
    ]);
    if (rowCount) {
      await writeMail(tools, client, email, accountMails.addressHasAccount(tools.siteUrl));
    } else {
      const token = await addLink(client, { userId: user.id, purpose: 'email_change', address: email });
      await writeMail(
        tools,
        client,
        email,
        accountMails.confirmEmail(formatLink(tools, 'email_change', token)),
      );
    }
    await writeMail(tools, client, user.email, accountMails.emailChangeRequested(email, tools.siteUrl));
  });
}
