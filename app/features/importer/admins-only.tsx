import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ButtonLink } from '#ui/button-link.tsx';

interface AdminsOnlyProps {
  visitor: 'signed out' | 'no admin';
  announce: boolean;
  /** Ends the session, and answers whether it has ended. */
  signOut: () => Promise<boolean>;
}

/** Says who may crawl and import, with a way to sign in. */
export function AdminsOnly({ visitor, announce, signOut }: AdminsOnlyProps) {
  return (
    <Alert
      tone={announce ? 'warning' : 'info'}
      announce={announce}
      title="Crawling and importing need an admin"
      className="mt-5"
    >
      {visitor === 'signed out' ? (
        <>
          <p>They write to the shop’s catalog. Please sign in as an admin.</p>
          <ButtonLink to="/auth" className="mt-3">
            Sign in as an admin
          </ButtonLink>
        </>
      ) : (
        <>
          <p>They write to the shop’s catalog, and your account is not an admin’s.</p>
          <OtherAccount signOut={signOut} />
        </>
      )}
    </Alert>
  );
}

/** Whoever is signed in is sent on from the sign-in page: they sign out first. */
function OtherAccount({ signOut }: Pick<AdminsOnlyProps, 'signOut'>) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  async function change() {
    setBusy(true);
    if (await signOut()) await navigate('/auth');
    setBusy(false);
  }
  return (
    <Button busy={busy} className="mt-3" onClick={() => void change()}>
      Sign in with another account
    </Button>
  );
}
