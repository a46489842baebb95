import { type ComponentType, useState } from 'react';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';

export type LinkProps = Omit<
  RouterLinkProps,
  'defaultShouldRevalidate' | 'discover' | 'mask' | 'prefetch' | 'relative' | 'viewTransition'
> & { prefetch?: 'intent' };

/** On the server, avoids the router, which is slow for many links. */
export const Link: ComponentType<LinkProps> = import.meta.env.SSR ? ServerLink : BrowserLink;

/** The visitor asks for less data: nothing is loaded before it is needed. */
const savesData =
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Prefetches at once when the link is pressed. The router waits longer. */
function BrowserLink(props: LinkProps) {
  const [isPressed, setIsPressed] = useState(false);
  if (props.prefetch !== 'intent' || savesData) return <RouterLink {...props} prefetch="none" />;
  return (
    <RouterLink
      {...props}
      prefetch={isPressed ? 'render' : 'intent'}
      onPointerDown={() => setIsPressed(true)}
    />
  );
}

function ServerLink(props: LinkProps) {
  const { to, prefetch, preventScrollReset, reloadDocument, replace, state, children, ...rest } = props;
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RouterLink {...props} />;
  return (
    <a {...rest} href={to} data-discover="true">
      {children}
    </a>
  );
}
