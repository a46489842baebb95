import { useEffect, useRef } from 'react';
import { data, useNavigate } from 'react-router';
import { accountsContext } from '#services';
import { shop } from '#domain/shop.ts';
import { linkHeaders, seeOtherDocument } from '#features/accounts/answer.server.ts';
import { LINK_ERROR, ResetPasswordView } from '#features/accounts/reset-password-view.tsx';
import { announce } from '#features/accounts/visitor-store.ts';
import { showToast } from '#ui/show-toast.ts';
import type { Route } from './+types/reset-password.ts';

/** No reason that an address gives is shown longer. */
const MAX_REASON = 200;

/** The page of a mailed link that resets the password. The link itself is in a cookie. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = await context.get(accountsContext).linkPage(request, 'recovery');
  return data({ email: 'to' in page ? null : page.email }, { headers: linkHeaders });
}

/** The form itself, sent by a browser that runs no script (yet). */
export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await context.get(accountsContext).useLink(request, 'recovery');
  if ('to' in outcome) throw seeOtherDocument(outcome);
  return data(outcome, { status: outcome.status, headers: linkHeaders });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** The link is used up when the password is set; the page goes on to /, and needs no other answer. */
export function shouldRevalidate() {
  return false;
}

export function meta() {
  return [{ title: `Reset Password | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function ResetPassword({ loaderData: { email }, actionData }: Route.ComponentProps) {
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

  return (
    <ResetPasswordView
      email={email ?? undefined}
      refused={actionData?.error}
      onDone={(signedIn) => void done(signedIn)}
    />
  );
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
