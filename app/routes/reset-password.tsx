import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { accountsContext } from '#services';
import { shop } from '#domain/shop.ts';
import { ResetPasswordView } from '#features/accounts/reset-password-view.tsx';
import { announce } from '#features/accounts/visitor-store.ts';
import { showToast } from '#ui/show-toast.ts';
import type { Route } from './+types/reset-password.ts';

const LINK_ERROR = 'This password reset link is invalid or has expired.';

/** No reason that an address gives is shown longer. */
const MAX_REASON = 200;

/** Whose password is to be set: the mailed link has left a cookie that says it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return { email: (await context.get(accountsContext).recovering(request)) ?? null };
}

export function headers() {
  return { 'Cache-Control': 'private, no-store' };
}

/** The link is used up when the password is set; the page goes on to /, and needs no other answer. */
export function shouldRevalidate() {
  return false;
}

export function meta() {
  return [{ title: `Reset Password | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function ResetPassword({ loaderData: { email } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const told = useRef(false);

  // In an effect: an error may stand in the fragment, which no server sees.
  useEffect(() => {
    const error = linkError(window.location);
    if ((error === undefined && email !== null) || told.current) return;
    told.current = true;
    void showToast({ kind: 'error', title: 'Reset Link Error', description: error ?? LINK_ERROR });
    void navigate('/auth', { replace: true });
  }, [email, navigate]);

  async function done(signedIn: boolean) {
    if (signedIn) await Promise.all([announce('signed-in'), navigate('/', { replace: true })]);
    else await navigate('/auth', { replace: true });
  }

  return <ResetPasswordView email={email ?? undefined} onDone={(signedIn) => void done(signedIn)} />;
}

/** What the address says is wrong with the link (Spec §2, Reset password); undefined when it says nothing. */
function linkError({ search, hash }: Location): string | undefined {
  for (const said of [new URLSearchParams(search), new URLSearchParams(hash.slice(1))]) {
    const description = said.get('error_description');
    if (description) return description.slice(0, MAX_REASON);
    if (said.has('error') || said.has('error_code')) return LINK_ERROR;
  }
  return undefined;
}
