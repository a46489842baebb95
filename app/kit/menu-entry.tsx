import type { ComponentProps } from 'react';
import { NavLink } from './link.tsx';

export function MenuLink(props: Omit<ComponentProps<typeof NavLink>, 'className'>) {
  return <NavLink {...props} className="menu-entry" />;
}

export function MenuButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...props} className="menu-entry" />;
}
