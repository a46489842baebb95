import { useState } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ButtonLink } from '#ui/button-link.tsx';

/** Says who may crawl and import, with a way to sign in. */
export function AdminsOnly({ visitor, announce }: { visitor: 'signed out' | 'no admin'; announce: boolean }) {
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
          <OtherAccount />
        </>
      )}
    </Alert>
  );
}

/** Whoever is signed in is sent on from the sign-in page: they sign out first. */
function OtherAccount() {
  const [busy, setBusy] = useState(false);
  async function change() {
    setBusy(true);
    await fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }).catch(() => undefined);
    window.location.assign('/auth');
  }
  return (
    <Button busy={busy} className="mt-3" onClick={() => void change()}>
      Sign in with another account
    </Button>
  );
}
