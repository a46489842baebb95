import { useState } from 'react';
import { useNavigate } from '#kit/offline.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';

interface AdminsOnlyProps {
  visitor: 'signed out' | 'no admin';
  announce: boolean;
  /** Returns whether the session has ended. */
  signOut: () => Promise<boolean>;
}

export function AdminsOnly({ visitor, announce, signOut }: AdminsOnlyProps) {
  return (
    <Alert
      tone={announce ? 'warning' : 'info'}
      announce={announce}
      title="Only admins can crawl and import"
      className="mt-5"
    >
      {visitor === 'signed out' ? (
        <>
          <p>Crawls and imports change the shop&apos;s catalog. Please sign in as an admin.</p>
          <ButtonLink to="/auth" className="mt-3">
            Sign in as an admin
          </ButtonLink>
        </>
      ) : (
        <>
          <p>Crawls and imports change the shop&apos;s catalog. Your account isn&apos;t an admin account.</p>
          <SwitchAccount signOut={signOut} />
        </>
      )}
    </Alert>
  );
}

/** The sign-in page redirects signed-in users. */
function SwitchAccount({ signOut }: Pick<AdminsOnlyProps, 'signOut'>) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  async function switchAccount() {
    setBusy(true);
    if (await signOut()) await navigate('/auth');
    setBusy(false);
  }
  return (
    <Button busy={busy} className="mt-3" onClick={() => void switchAccount()}>
      Sign in with another account
    </Button>
  );
}
