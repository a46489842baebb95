import { type AlertDetails, type AlertKind, formatAlertSubject, alertTexts } from './alert.ts';
import { MailAction, MailFacts, MailFrame, MailText } from '#core/mail/ui/mail-parts.tsx';
import { writeMail } from '#core/mail/write-mail.server.ts';
import type { Database } from '#core/platform/database.server.ts';

interface MailAlert {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
  alertId: string;
}

/** Mails an alert. Does nothing if the mail exists or the alert is settled. */
export async function mailAlert({ database, siteUrl, alertId }: MailAlert): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const alert = await transaction
      .selectFrom('alerts')
      .select(['kind', 'details'])
      .where('id', '=', alertId)
      .where('mail_id', 'is', null)
      .where('settled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!alert) return;
    const kind = alert.kind as AlertKind;
    const { title, advice } = alertTexts[kind];
    const mailId = await writeMail(transaction, (shop) => ({
      to: null,
      subject: formatAlertSubject(kind, shop.name),
      content: (
        <MailFrame title={title} siteUrl={siteUrl}>
          <MailFacts facts={Object.entries(alert.details as AlertDetails)} />
          <MailText>{advice}</MailText>
          <MailAction href={`${siteUrl}/admin/alerts`}>Open the admin panel</MailAction>
        </MailFrame>
      ),
    }));
    await transaction.updateTable('alerts').set({ mail_id: mailId }).where('id', '=', alertId).execute();
  });
}
