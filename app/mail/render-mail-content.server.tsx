import { MailAction, MailFrame, MailText } from './mail-parts.tsx';
import { renderMail } from './render-mail.server.tsx';

/** A short mail with one thing to do about it. */
export interface MailContent {
  /** The subject, too. */
  title: string;
  /** What it is about. */
  text: string;
  action: { label: string; href: string };
  /** What else there is to know. */
  note: string;
}

export function renderMailContent({ title, text, action, note }: MailContent, siteUrl: string) {
  return renderMail(
    <MailFrame title={title} siteUrl={siteUrl}>
      <MailText>{text}</MailText>
      <MailAction href={action.href}>{action.label}</MailAction>
      <MailText>{note}</MailText>
    </MailFrame>,
  );
}
