import type { ComponentProps } from 'react';
import { NavLink, type NavLinkProps } from 'react-router';

export function MenuLink(props: Omit<NavLinkProps, 'className'>) {
  return <NavLink {...props} className="menu-entry" />;
}

export function MenuButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...props} className="menu-entry" />;
}
