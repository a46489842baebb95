import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { LinkPage } from '#core/accounts/accounts.server.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { useVisitor } from '#core/accounts/ui/use-visitor.ts';

interface MailedLinkViewProps {
  link: LinkPage;
  problem: string | undefined;
}

/** Works without JavaScript. */
export function MailedLinkView({ link, problem }: MailedLinkViewProps) {
  const { email, staysSignedInAs } = link;
  const { title, text, button, note } = describeLink(link);
  const busy = useNavigation().state !== 'idle';
  return (
    <main className="mx-auto w-full max-w-md px-gutter py-8 sm:py-12">
      <Card padding="roomy">
        <h1 className="mb-1 text-3xl">{title}</h1>
        <p className="mb-4 wrap-anywhere text-muted">For {email}</p>
        <Form method="post" replace className="grid gap-4">
          <p className="wrap-anywhere">{text}</p>
          {staysSignedInAs !== null && (
            <p className="wrap-anywhere">You stay signed in as {staysSignedInAs} in this browser.</p>
          )}
          {problem && (
            <Alert tone="danger" announce>
              {problem}
            </Alert>
          )}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          {link.choosesPassword && <NewPasswordFields />}
          <Button type="submit" variant="primary" busy={busy}>
            {button}
          </Button>
          <p className="text-sm text-muted">{note}</p>
        </Form>
      </Card>
    </main>
  );
}

interface LinkTexts {
  title: string;
  text: string;
  button: string;
  note: ReactNode;
}

function describeLink({ purpose, email, address, choosesPassword, staysSignedInAs }: LinkPage): LinkTexts {
  if (purpose === 'email_change') {
    return {
      title: 'Confirm your new address',
      text: `This account will use the email address ${address}. All other sessions will be signed out. For 7 days, you can undo this from the old address.`,
      button: 'Change email address',
      note: "If you didn't ask for this, close this page. Nothing changes.",
    };
  }
  if (purpose === 'email_undo') {
    return {
      title: 'Restore your address',
      text: `This account will use the email address ${address} again, with a new password. All sessions will be signed out, and two-step sign-in that was set up after the change will be turned off.`,
      button: 'Restore address',
      note: 'If you changed the address yourself, close this page. Nothing changes.',
    };
  }
  if (purpose === 'password_change') {
    return {
      title: 'Confirm your new password',
      text: 'Someone signed in to this account chose a new password. If it was you, please confirm it. This signs out all other sessions.',
      button: 'Change Password',
      note: <NotYou email={email} />,
    };
  }
  return {
    title: 'Confirm your address',
    text: choosesPassword
      ? "You signed up in another browser. Please choose your password here. The password from that browser won't work."
      : 'Please confirm that this address is yours. Then you can use your account.',
    button: staysSignedInAs === null ? 'Confirm and sign in' : 'Confirm address',
    note: "If you didn't sign up, close this page. No one can use the account until it is confirmed.",
  };
}

function NotYou({ email }: { email: string }) {
  // The sign-in page redirects a signed-in user.
  const signedIn = useVisitor().user?.email === email;
  return (
    <>
      If it wasn't you, don't confirm it. Your password stays the same.{' '}
      <TextLink to={signedIn ? '/profile?tab=settings' : '/auth?view=reset'}>Set a new password</TextLink> to
      sign the other person out.
    </>
  );
}
