import type { ComponentProps } from 'react';
import { NavLink, type NavLinkProps } from 'react-router';

const entry =
  'flex min-h-11 w-full items-center gap-2.5 px-4 py-2 text-left text-ink no-underline hover:bg-hover ' +
  'focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-link ' +
  '[&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted';

export function MenuLink(props: Omit<NavLinkProps, 'className'>) {
  return <NavLink {...props} className={entry} />;
}

export function MenuButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...props} className={entry} />;
}
