import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { useNavigate } from '#kit/offline.ts';
import type { Role } from '#core/accounts/role.ts';
import type { InvitationPage } from '#core/accounts/accounts.server.ts';
import { Alert } from '#kit/alert.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { TextField } from '#kit/text-field.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { signOut } from '#core/accounts/ui/sign-out.ts';

const SIGN_IN = '/auth?next=invitation';

interface InvitationViewProps {
  page: InvitationPage;
  problem: string | undefined;
}

/** Accepting works without JavaScript. */
export function InvitationView({ page, problem }: InvitationViewProps) {
  return (
    <main className="mx-auto w-full max-w-md px-gutter py-8 sm:py-12">
      <Card padding="roomy">
        {page.step === 'over' ? <Over problem={page.problem} /> : <Open page={page} problem={problem} />}
      </Card>
    </main>
  );
}

const ends: Record<Extract<InvitationPage, { step: 'over' }>['problem'], string> = {
  used: 'This invitation was already accepted. Sign in to use the admin panel.',
  revoked: 'This invitation was withdrawn. Please ask the person who invited you.',
  expired: 'This invitation has expired. Please ask for a new one.',
  unknown: 'This link is not valid. Please open the link in the email again.',
};

function Over({ problem }: { problem: keyof typeof ends }) {
  return (
    <>
      <h1 className="mb-4 text-3xl">Invitation</h1>
      <p className="mb-4">{ends[problem]}</p>
      <ButtonLink to="/auth">Sign In</ButtonLink>
    </>
  );
}

const rights: Record<Role, string> = {
  admin:
    "As an admin, you can do everything in the admin panel, including settings and other people's rights.",
  staff: 'As staff, you can work with parts, orders, requests and messages in the admin panel.',
};

interface OpenProps {
  page: Exclude<InvitationPage, { step: 'over' }>;
  problem: string | undefined;
}

function Open({ page: { step, email, role, signedInAs }, problem }: OpenProps) {
  const { name } = useShop();
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';

  async function signOutFirst() {
    if (await signOut()) await navigate(SIGN_IN);
  }

  const actions: Record<typeof step, ReactNode> = {
    accept: (
      <Button type="submit" variant="primary" busy={busy}>
        Accept invitation
      </Button>
    ),
    'new-account': (
      <>
        <p>Choose a password for your new account.</p>
        <TextField label="Display Name" name="display_name" autoComplete="name" maxLength={200} required />
        <NewPasswordFields />
        <Button type="submit" variant="primary" busy={busy}>
          Create Account and Accept
        </Button>
      </>
    ),
    'sign-in': (
      <>
        <p>You have an account with this address. Sign in first, then accept the invitation.</p>
        <ButtonLink to={SIGN_IN} variant="primary">
          Sign In
        </ButtonLink>
      </>
    ),
    'sign-out': (
      <>
        <p className="wrap-anywhere">
          You are signed in as {signedInAs}. To accept the invitation, sign out first.
        </p>
        <Button variant="primary" onClick={() => void signOutFirst()}>
          Sign Out
        </Button>
      </>
    ),
  };
  return (
    <>
      <h1 className="mb-1 text-3xl">Invitation to {name}</h1>
      <p className="mb-4 wrap-anywhere text-muted">For {email}</p>
      <Form method="post" replace className="grid gap-4">
        <p>{rights[role]}</p>
        {problem && (
          <Alert tone="danger" announce>
            {problem}
          </Alert>
        )}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {actions[step]}
        <p className="text-sm text-muted">
          Nothing changes until you accept. If you didn't expect this, close the page.
        </p>
      </Form>
    </>
  );
}
