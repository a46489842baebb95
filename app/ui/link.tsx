import type { ComponentType } from 'react';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';

export type LinkProps = Omit<
  RouterLinkProps,
  'defaultShouldRevalidate' | 'discover' | 'mask' | 'relative' | 'state' | 'viewTransition'
>;

/**
 * A link within the shop. On the server it is written as React Router would write it, from its address alone: to ask
 * the router about each of the fifty links of a page takes a good part of the time that the page takes.
 */
export const Link: ComponentType<LinkProps> = import.meta.env.SSR ? WrittenLink : RouterLink;

function WrittenLink(props: LinkProps) {
  const { to, prefetch, preventScrollReset, reloadDocument, replace, children, ...rest } = props;
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RouterLink {...props} />;
  return (
    <a {...rest} href={to} data-discover="true">
      {children}
    </a>
  );
}
