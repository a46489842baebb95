import { MailAction, MailFrame, MailText } from './ui/mail-parts.tsx';
import type { Shop } from '#core/settings/shop.ts';
import { renderMail } from './render-mail.server.tsx';

export interface MailContent {
  title: string;
  text: string;
  action: { label: string; href: string };
  note: string;
}

export function renderMailContent({ title, text, action, note }: MailContent, siteUrl: string, shop: Shop) {
  return renderMail(
    <MailFrame title={title} siteUrl={siteUrl}>
      <MailText>{text}</MailText>
      <MailAction href={action.href}>{action.label}</MailAction>
      <MailText>{note}</MailText>
    </MailFrame>,
    shop,
  );
}
