import { randomUUID } from 'node:crypto';
import type pg from 'pg';

import { shop } from '#domain/shop.ts';
import { type MailContent, renderMailContent } from '#mail/render-mail-content.server.tsx';
import type { AccountTools } from './tools.ts';

interface AccountMail {
  recipient: string;
  content: MailContent;
}

/** The mails about accounts, each with what it is for and what to do if it was not asked for. */
export const accountMails = {
  confirmAddress: (recipient: string, link: string): AccountMail => ({
    recipient,
    content: {
      title: `Confirm your account at ${shop.name}`,
      text: `Welcome to ${shop.name}. Open this link, and press the button there to confirm your email address:`,
      action: { label: 'Confirm your address', href: link },
      note: 'It works for 24 hours. If you did not sign up, ignore this email: an account with your address cannot be used until it is confirmed.',
    },
  }),
  hasAccount: (recipient: string, siteUrl: string): AccountMail => ({
    recipient,
    content: {
      title: `You have an account at ${shop.name} already`,
      text: 'Somebody, maybe you, has tried to sign up with this address. It has an account already, and nothing was changed.',
      action: { label: 'Sign in, or set a new password', href: `${siteUrl}/auth` },
      note: 'If it was not you, you need not do anything.',
    },
  }),
  setPassword: (recipient: string, link: string): AccountMail => ({
    recipient,
    content: {
      title: `Set a new password at ${shop.name}`,
      text: 'Open this link to set a new password:',
      action: { label: 'Set a new password', href: link },
      note: 'It works once, for an hour. If you did not ask for it, you need not do anything: your password stays as it is.',
    },
  }),
  confirmPassword: (recipient: string, link: string): AccountMail => ({
    recipient,
    content: {
      title: `Confirm your new password at ${shop.name}`,
      text: 'Someone who is signed in to your account has chosen a new password. It takes effect when you open this link and press the button there:',
      action: { label: 'Confirm your new password', href: link },
      note: 'It works once, for an hour. Until then your old password works. If it was not you, do not confirm it, and set a new password from the sign-in page.',
    },
  }),
  passwordChanged: (recipient: string, siteUrl: string): AccountMail => ({
    recipient,
    content: {
      title: `Your password at ${shop.name} was changed`,
      text: 'Your password was changed just now, and whoever was signed in elsewhere is not any more.',
      action: { label: 'Sign in', href: `${siteUrl}/auth` },
      note: 'If it was not you, set a new one there at once.',
    },
  }),
};

/** Writes a mail and the job that sends it, in the transaction of what it tells of. */
export async function writeMail(
  { siteUrl }: Pick<AccountTools, 'siteUrl'>,
  client: Pick<pg.Pool, 'query'>,
  { recipient, content }: AccountMail,
): Promise<void> {
  const id = randomUUID();
  const { html, text } = renderMailContent(content, siteUrl);
  await client.query(
    'insert into public.mails (id, recipient, subject, body, html) values ($1, $2, $3, $4, $5)',
    [id, recipient, content.title, text, html],
  );
  await client.query('select public.add_job($1, $2, $3)', [
    'send-mail',
    JSON.stringify({ mailId: id }),
    `mail:${id}`,
  ]);
}
