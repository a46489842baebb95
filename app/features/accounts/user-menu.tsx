import { CircleUser, LogOut, Settings, ShieldCheck } from 'lucide-react';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { MenuButton, MenuLink } from '#ui/menu-entry.tsx';
import { Menu } from '#ui/menu.tsx';
import { useVisitor } from './use-visitor.ts';

/** Spec §2, Header: Sign In, or the user's e-mail with what only they can reach. */
export function UserMenu() {
  const { user, isAdmin } = useVisitor();
  if (!user) {
    return (
      <ButtonLink to="/auth" variant="secondary" className="px-3 whitespace-nowrap sm:px-4">
        Sign In
      </ButtonLink>
    );
  }
  return (
    <Menu
      label={`Account of ${user.email}`}
      trigger={
        <>
          <CircleUser aria-hidden />
          <span className="hidden max-w-48 truncate md:inline">{user.email}</span>
          {isAdmin && <Badge tone="info">Admin</Badge>}
        </>
      }
    >
      <p className="px-4 py-2 text-sm break-all text-muted md:hidden">{user.email}</p>
      <MenuLink to="/profile">
        <Settings aria-hidden /> Profile Settings
      </MenuLink>
      {isAdmin && (
        <MenuLink to="/admin">
          <ShieldCheck aria-hidden /> Admin Panel
        </MenuLink>
      )}
      <MenuButton onClick={signOut}>
        <LogOut aria-hidden /> Sign Out
      </MenuButton>
    </Menu>
  );
}

/** Ends the session; the page is loaded anew, so that nothing of the last user stays in it. */
async function signOut() {
  await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  window.location.assign('/');
}
