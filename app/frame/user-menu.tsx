import { lazy, Suspense } from 'react';
import { ButtonLink } from '#kit/button-link.tsx';
import { classNames } from '#kit/class-names.ts';
import { useVisitor } from '#core/accounts/ui/use-visitor.ts';

const AccountMenu = lazy(() => import('#core/accounts/ui/account-menu.tsx'));

export function UserMenu() {
  const { user, ...visitor } = useVisitor();
  if (!user) return <SignIn isUnknown={user === undefined} />;
  return (
    <Suspense fallback={<SignIn isUnknown />}>
      <AccountMenu {...visitor} user={user} />
    </Suspense>
  );
}

/** A browser that was signed in hides the link while it is unknown who visits. */
function SignIn({ isUnknown }: { isUnknown: boolean }) {
  return (
    <ButtonLink
      to="/auth"
      variant="secondary"
      className={classNames('px-3 whitespace-nowrap sm:px-4', isUnknown && 'sign-in-or-account')}
    >
      Sign In
    </ButtonLink>
  );
}
