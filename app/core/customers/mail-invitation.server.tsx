import type { Role } from '#core/accounts/role.ts';
import { MailAction, MailFrame, MailText } from '#core/mail/ui/mail-parts.tsx';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';

interface MailInvitation {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
  invitationId: string;
  /** Link to mail, and hash to store. */
  link: { href: string; tokenHash: string };
}

const tasks: Record<Role, string> = {
  admin: 'run the shop as an admin',
  staff: 'work in the shop as staff',
};

/** Mails an invitation. Does nothing if the mail exists or the invitation is over. */
export async function mailInvitation(job: MailInvitation): Promise<void> {
  const { database, siteUrl, invitationId, link } = job;
  await database.as({ role: 'service_role' }, async (transaction) => {
    const invitation = await transaction
      .selectFrom('invitations')
      .select(['email', 'role'])
      .where('id', '=', invitationId)
      .where('token_hash', 'is', null)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!invitation) return;
    const { email, role } = invitation;
    const mailId = await writeMail(transaction, (shop) => ({
      to: email,
      subject: `Invitation to ${shop.name}`,
      content: (
        <MailFrame title={`Invitation to ${shop.name}`} siteUrl={siteUrl}>
          <MailText>
            {`You are invited to ${tasks[role as Role]}. To accept, open this link and press the button on the page:`}
          </MailText>
          <MailAction href={link.href}>Open the invitation</MailAction>
          <MailText>
            The link works once, within 7 days, and only for this email address. If you didn't expect it, you
            can ignore this email.
          </MailText>
        </MailFrame>
      ),
    }));
    await transaction
      .updateTable('invitations')
      .set({ token_hash: link.tokenHash, mail_id: mailId })
      .where('id', '=', invitationId)
      .execute();
  });
}
