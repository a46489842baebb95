import { privatePage } from '#core/settings/page-meta.ts';
import { useEffect, useRef } from 'react';
import { data } from 'react-router';
import { useNavigate } from '#kit/offline.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { linkHeaders, reloadFromLink } from '#core/accounts/account-response.server.ts';
import { LINK_ERROR, ResetPasswordView } from './reset-password-view.tsx';
import { announce } from '#core/accounts/visitor-store.ts';
import { showToast } from '#kit/show-toast.ts';
import type { Route } from './+types/reset-password.ts';

/** Maximum characters of the error text in the address. */
const MAX_REASON = 200;

/** A cookie has the token. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = await context.get(accountsContext).readLinkPage(request, 'recovery');
  return data({ email: 'to' in page ? null : page.email }, { headers: linkHeaders });
}

/** Takes a form that was sent without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const result = await context.get(accountsContext).submitLink(request, 'recovery');
  if ('to' in result) throw reloadFromLink(result);
  return data(result, { status: result.status, headers: linkHeaders });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** The used link must not show an error before the page goes to /. */
export function shouldRevalidate() {
  return false;
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Reset Password');
}

export default function ResetPassword({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const reported = useRef(false);

  // The server does not receive the fragment, which can contain the error.
  useEffect(() => {
    const error = readLinkError(window.location);
    if ((error === undefined && email !== null) || reported.current) return;
    reported.current = true;
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
      actionError={actionData?.error}
      onDone={(signedIn) => void done(signedIn)}
    />
  );
}

function readLinkError({ search, hash }: Location): string | undefined {
  for (const parameters of [new URLSearchParams(search), new URLSearchParams(hash.slice(1))]) {
    const description = parameters.get('error_description');
    if (description) return description.slice(0, MAX_REASON);
    if (parameters.has('error') || parameters.has('error_code')) return LINK_ERROR;
  }
  return undefined;
}
