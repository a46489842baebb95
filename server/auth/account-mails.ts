import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Shop } from '#core/settings/shop.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { type MailContent, renderMailContent } from '#core/mail/render-mail-content.server.tsx';
import type { AccountTools } from './tools.ts';

type AccountMail = (shop: Shop) => MailContent;

export const accountMails = {
  confirmAddress:
    (link: string): AccountMail =>
    (shop) => ({
      title: `Confirm your account at ${shop.name}`,
      text: `Welcome to ${shop.name}. To confirm your email address, open this link and press the button on the page:`,
      action: { label: 'Confirm your address', href: link },
      note: "The link works for 24 hours. If you didn't sign up, you can ignore this email. No one can use an account with your address until it is confirmed.",
    }),
  hasAccount:
    (siteUrl: string): AccountMail =>
    (shop) => ({
      title: `You already have an account at ${shop.name}`,
      text: 'Someone, maybe you, tried to sign up with this address. It already has an account. Nothing has changed.',
      action: { label: 'Sign in or set a new password', href: `${siteUrl}/auth` },
      note: "If it wasn't you, you don't need to do anything.",
    }),
  setPassword:
    (link: string): AccountMail =>
    (shop) => ({
      title: `Set a new password at ${shop.name}`,
      text: 'Open this link to set a new password:',
      action: { label: 'Set a new password', href: link },
      note: "The link works once, within an hour. If you didn't request it, you don't need to do anything. Your password stays the same.",
    }),
  confirmPassword:
    (link: string): AccountMail =>
    (shop) => ({
      title: `Confirm your new password at ${shop.name}`,
      text: 'Someone signed in to your account chose a new password. To confirm it, open this link and press the button on the page:',
      action: { label: 'Confirm your new password', href: link },
      note: "The link works once, within an hour. Your old password works until you confirm the new one. If it wasn't you, don't confirm it, and set a new password from the sign-in page.",
    }),
  confirmEmail:
    (link: string): AccountMail =>
    (shop) => ({
      title: `Confirm your new email address at ${shop.name}`,
      text: `Someone, maybe you, wants to use this address for an account at ${shop.name}. To confirm it, open this link and press the button on the page:`,
      action: { label: 'Confirm your new address', href: link },
      note: "The link works once, within an hour. If it wasn't you, you can ignore this email. Nothing changes until the address is confirmed.",
    }),
  addressHasAccount:
    (siteUrl: string): AccountMail =>
    (shop) => ({
      title: `You already have an account at ${shop.name}`,
      text: 'Someone, maybe you, tried to use this address for another account. It already has one. Nothing has changed.',
      action: { label: 'Sign in or set a new password', href: `${siteUrl}/auth` },
      note: "If it wasn't you, you don't need to do anything.",
    }),
  emailChangeRequested:
    (address: string, siteUrl: string): AccountMail =>
    (shop) => ({
      title: `A new email address for your account at ${shop.name}`,
      text: `Someone signed in to your account wants to change its email address to ${address}. We sent a link to that address to confirm it. Until then, nothing changes.`,
      action: { label: 'Set a new password', href: `${siteUrl}/auth?view=reset` },
      note: "If it was you, you don't need to do anything here. If it wasn't you, set a new password right away: this signs the other person out, and the link stops working.",
    }),
  emailChangedFrom:
    (address: string, undo: string): AccountMail =>
    (shop) => ({
      title: `Your email address at ${shop.name} was changed`,
      text: `Your account now has the email address ${address}. If it wasn't you, open this link within 7 days, and press the button on the page. It restores this address, lets you set a new password, and signs out all other sessions:`,
      action: { label: 'Restore this address', href: undo },
      note: "If it was you, you don't need to do anything.",
    }),
  emailChangedTo:
    (before: string, siteUrl: string): AccountMail =>
    (shop) => ({
      title: `This is now your email address at ${shop.name}`,
      text: `Your account had the address ${before} before. From now on, sign in with this one. All other sessions have been signed out.`,
      action: { label: 'Sign in', href: `${siteUrl}/auth` },
      note: 'For 7 days, a link in an email to your old address can undo the change.',
    }),
  emailRestored:
    (other: string, secondStepEnded: boolean, siteUrl: string): AccountMail =>
    (shop) => ({
      title: `Your email address at ${shop.name} was restored`,
      text: `Your account has this address again, in place of ${other}, and the new password that you chose. All other sessions have been signed out.${
        secondStepEnded
          ? ' Two-step sign-in that was set up after the change has been turned off. You can set it up again in your profile.'
          : ''
      }`,
      action: { label: 'Sign in', href: `${siteUrl}/auth` },
      note: `Please check your profile${secondStepEnded ? ' and' : ','} saved addresses${secondStepEnded ? '' : ' and second step'}: someone else may have changed them.`,
    }),
  emailTakenBack:
    (siteUrl: string): AccountMail =>
    (shop) => ({
      title: `This is no longer your email address at ${shop.name}`,
      text: 'The email address change was undone from the old address. This address no longer belongs to the account.',
      action: { label: `Open ${shop.name}`, href: siteUrl },
      note: "If you don't know why, please contact us.",
    }),
  passwordChanged:
    (siteUrl: string): AccountMail =>
    (shop) => ({
      title: `Your password at ${shop.name} was changed`,
      text: 'Your password was just changed. All other sessions have been signed out.',
      action: { label: 'Sign in', href: `${siteUrl}/auth` },
      note: "If it wasn't you, set a new password there right away.",
    }),
};

export async function writeMail(
  { siteUrl }: Pick<AccountTools, 'siteUrl'>,
  client: Pick<pg.Pool, 'query'>,
  recipient: string,
  content: AccountMail,
): Promise<void> {
  const id = randomUUID();
  const { rows } = await client.query('select values from public.shop_settings');
  const { business: shop } = parseSettings(rows[0]?.values);
  const mail = content(shop);
  const { html, text } = renderMailContent(mail, siteUrl, shop);
  await client.query(
    'insert into public.mails (id, recipient, subject, body, html) values ($1, $2, $3, $4, $5)',
    [id, recipient, mail.title, text, html],
  );
  await client.query('select public.add_job($1, $2, $3)', [
    'send-mail',
    JSON.stringify({ mailId: id }),
    `mail:${id}`,
  ]);
}
