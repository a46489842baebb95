import type { Letter } from '#domain/letter.ts';
import { MailAction, MailFrame, MailText } from './mail-parts.tsx';
import { renderMail } from './render-mail.server.tsx';

export function renderLetter({ title, text, action, note }: Letter, siteUrl: string) {
  return renderMail(
    <MailFrame title={title} siteUrl={siteUrl}>
      <MailText>{text}</MailText>
      <MailAction href={action.href}>{action.label}</MailAction>
      <MailText>{note}</MailText>
    </MailFrame>,
  );
}
