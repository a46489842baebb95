import { useEffect } from 'react';
import { useNavigate } from '#kit/offline.ts';
import { roleLabels } from '../role.ts';
import { Badge } from '#kit/badge.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { MenuButton, MenuLink } from '#kit/menu-entry.tsx';
import { Menu } from '#kit/menu.tsx';
import { showSignedOutToast, signOut } from './sign-out.ts';
import { onSessionEvent, type SignedInUser, type VisitorState } from '../visitor-store.ts';

/** This file is loaded for signed-in users only. */
export default function AccountMenu({
  user,
  role,
  needsSecondStep,
}: Omit<VisitorState, 'user'> & { user: SignedInUser }) {
  const navigate = useNavigate();

  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event === 'signed-out') showSignedOutToast();
      }),
    [],
  );

  async function signOutAndGoHome() {
    if (await signOut()) await navigate('/');
  }

  return (
    <Menu
      label={`Account of ${user.email}${role ? `, ${roleLabels[role]}` : ''}`}
      trigger={
        <>
          <Icon name="CircleUser" className={role ? 'hidden sm:block' : undefined} />
          <span className="hidden max-w-48 truncate lg:inline">{user.email}</span>{' '}
          {role && <Badge tone="info">{roleLabels[role]}</Badge>}
        </>
      }
    >
      <p className="px-4 py-2 text-sm break-all text-muted lg:hidden">{user.email}</p>
      <MenuLink to="/profile?tab=orders">
        <Icon name="PackageOpen" /> Orders
      </MenuLink>
      <MenuLink to="/profile">
        <Icon name="Settings" /> Profile Settings
      </MenuLink>
      {role && (
        <MenuLink to="/admin">
          <Icon name="ShieldCheck" /> Admin Panel
        </MenuLink>
      )}
      {needsSecondStep && (
        <MenuLink to="/profile?tab=settings">
          <Icon name="ShieldAlert" /> Set up two-step sign-in
        </MenuLink>
      )}
      <MenuButton onClick={() => void signOutAndGoHome()}>
        <Icon name="LogOut" /> Sign Out
      </MenuButton>
    </Menu>
  );
}
