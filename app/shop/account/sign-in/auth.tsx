import { privatePage } from '#core/settings/page-meta.ts';
import { useEffect, useRef } from 'react';
import { replace, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { useNavigate } from '#kit/offline.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import type { Notice } from './auth-notice.tsx';
import { type AuthTab, AuthView } from './auth-view.tsx';
import { useVisitor } from '#core/accounts/ui/use-visitor.ts';
import { announce } from '#core/accounts/visitor-store.ts';
import { showToast } from '#kit/show-toast.ts';
import type { Route } from './+types/auth.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(accountsContext).readVisitor(request);
  if (user) throw replace(readTarget(new URL(request.url).searchParams));
  return { mailbox: context.get(shopContext).mailbox };
}

/** Signing in leads to the invitation that was opened before, or home. */
function readTarget(search: URLSearchParams): string {
  return search.get('next') === 'invitation' ? '/auth/invitation' : '/';
}

export function headers() {
  return { 'Cache-Control': 'private, no-store' };
}

/** The loader does not depend on the tabs. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

export function meta({ matches: [root], location }: Route.MetaArgs) {
  return privatePage(root.loaderData, titles[readTab(new URLSearchParams(location.search))]);
}

const titles: Record<AuthTab, string> = {
  'sign-in': 'Sign In',
  'sign-up': 'Sign Up',
  reset: 'Forgot password',
};

function readTab(search: URLSearchParams): AuthTab {
  const view = search.get('view');
  return view === 'reset' || view === 'sign-up' ? view : 'sign-in';
}

const notices: Record<string, Notice> = {
  confirmed: { tone: 'success', text: 'Your email address is confirmed. You can sign in now.' },
  changed: { tone: 'success', text: 'Your password has been changed. Please sign in with it.' },
  'email-changed': {
    tone: 'success',
    text: 'The email address is changed. Please sign in with the new one.',
  },
  'email-restored': { tone: 'success', text: 'The email address is restored. You can sign in with it now.' },
  used: { tone: 'warning', text: 'This link was already used. If that was you, please sign in.' },
  expired: { tone: 'warning', text: 'This link has expired. Please sign up again, or reset your password.' },
  unknown: { tone: 'warning', text: 'This link is not valid. Please open the link in the email again.' },
};

export default function Auth({ loaderData: { mailbox } }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { user } = useVisitor();
  const finished = useRef(false);
  const target = readTarget(search);

  // The visitor can sign in from another tab.
  useEffect(() => {
    if (user && !finished.current) void navigate(target, { replace: true });
  }, [user, navigate, target]);

  async function finishSignIn() {
    finished.current = true;
    void showToast({
      kind: 'success',
      title: 'Welcome back!',
      description: 'You have successfully signed in.',
    });
    await Promise.all([announce('signed-in'), navigate(target, { replace: true })]);
  }

  return (
    <AuthView
      tab={readTab(search)}
      onTab={(tab: AuthTab) =>
        setSearch(
          {
            ...(tab !== 'sign-in' && { view: tab }),
            ...(search.has('next') && { next: 'invitation' }),
          },
          { replace: true, preventScrollReset: true },
        )
      }
      notice={notices[search.get('link') ?? '']}
      mailbox={mailbox}
      onSignedIn={() => void finishSignIn()}
    />
  );
}
