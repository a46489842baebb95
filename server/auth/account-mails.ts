import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { shop } from '#domain/shop.ts';

export interface AccountMail {
  recipient: string;
  subject: string;
  body: string;
}

const signature = `${shop.name}, ${shop.city}\n${shop.phone}\n${shop.email}`;
const letter = (...paragraphs: string[]) => [...paragraphs, signature].join('\n\n');

/** The mails about accounts, each with what it is for and what to do if it was not asked for. */
export const accountMails = {
  confirmAddress: (recipient: string, link: string): AccountMail => ({
    recipient,
    subject: `Confirm your account at ${shop.name}`,
    body: letter(
      `Welcome to ${shop.name}. Open this link to confirm your e-mail address:`,
      link,
      'It works for 24 hours. If you did not sign up, do not open it: without it, nobody can use an account with your address.',
    ),
  }),
  hasAccount: (recipient: string, siteUrl: string): AccountMail => ({
    recipient,
    subject: `You have an account at ${shop.name} already`,
    body: letter(
      'Somebody, maybe you, has tried to sign up with this address. It has an account already, and nothing was changed.',
      `Sign in, or set a new password, here: ${siteUrl}/auth`,
      'If it was not you, you need not do anything.',
    ),
  }),
  setPassword: (recipient: string, link: string): AccountMail => ({
    recipient,
    subject: `Set a new password at ${shop.name}`,
    body: letter(
      'Open this link to set a new password:',
      link,
      'It works once, for an hour. If you did not ask for it, you need not do anything: your password stays as it is.',
    ),
  }),
  confirmPassword: (recipient: string, link: string): AccountMail => ({
    recipient,
    subject: `Confirm your new password at ${shop.name}`,
    body: letter(
      'Somebody who is signed in to your account has chosen a new password. It counts once you open this link:',
      link,
      'It works once, for an hour. Until then your old password works. If it was not you, do not open it, and set a new password from the sign-in page.',
    ),
  }),
  passwordChanged: (recipient: string, siteUrl: string): AccountMail => ({
    recipient,
    subject: `Your password at ${shop.name} was changed`,
    body: letter(
      'Your password was changed just now, and whoever was signed in elsewhere is not any more.',
      `If it was not you, set a new one at once: ${siteUrl}/auth`,
    ),
  }),
};

/** Writes a mail and the job that sends it, in the transaction of what it tells of. */
export async function writeMail(client: Pick<pg.Pool, 'query'>, mail: AccountMail): Promise<void> {
  const id = randomUUID();
  await client.query('insert into public.mails (id, recipient, subject, body) values ($1, $2, $3, $4)', [
    id,
    mail.recipient,
    mail.subject,
    mail.body,
  ]);
  await client.query('select public.add_job($1, $2, $3)', [
    'send-mail',
    JSON.stringify({ mailId: id }),
    `mail:${id}`,
  ]);
}
