import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { LinkPage } from '#services';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useVisitor } from './use-visitor.ts';

interface MailedLinkViewProps {
  link: LinkPage;
  /** What was wrong with the form that was sent. */
  problem: string | undefined;
}

/** What a mailed link is for, which account it is about, and the button that does it. Works without script. */
export function MailedLinkView({ link, problem }: MailedLinkViewProps) {
  const { email, staysSignedInAs } = link;
  const { title, text, button, note } = describe(link);
  const busy = useNavigation().state !== 'idle';
  return (
    <main className="mx-auto w-full max-w-md px-gutter py-8 sm:py-12">
      <Card padding="roomy">
        <h1 className="mb-1 text-3xl">{title}</h1>
        <p className="mb-4 wrap-anywhere text-muted">For {email}</p>
        <Form method="post" replace className="grid gap-4">
          <p>{text}</p>
          {staysSignedInAs !== null && (
            <p className="wrap-anywhere">You stay signed in as {staysSignedInAs} on this browser.</p>
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

interface Words {
  title: string;
  text: string;
  button: string;
  note: ReactNode;
}

function describe({ purpose, email, choosesPassword, staysSignedInAs }: LinkPage): Words {
  if (purpose === 'password_change') {
    return {
      title: 'Confirm Your New Password',
      text: 'Someone who is signed in to this account has chosen a new password. If it was you, confirm it. All other sessions of the account end.',
      button: 'Change Password',
      note: <NotYou email={email} />,
    };
  }
  return {
    title: 'Confirm Your Address',
    text: choosesPassword
      ? 'The account was made in another browser. Choose its password here: the one that was typed there does not work any more.'
      : 'Your account can be used once you confirm that this address is yours.',
    button: staysSignedInAs === null ? 'Confirm and Sign In' : 'Confirm Address',
    note: 'If you did not sign up, close this page. The account cannot be used until it is confirmed.',
  };
}

/** What to do about a stranger who is signed in to the account. */
function NotYou({ email }: { email: string }) {
  // The sign-in page is for those who are not signed in.
  const signedIn = useVisitor().user?.email === email;
  return (
    <>
      If it was not you, do not confirm it: your password stays as it is.{' '}
      <TextLink to={signedIn ? '/profile?tab=settings' : '/auth?view=reset'}>Set a new password</TextLink>{' '}
      yourself to end the sessions of others.
    </>
  );
}
