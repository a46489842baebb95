import {
  type ComponentProps,
  type ComponentType,
  createContext,
  memo,
  type MouseEvent,
  type ReactNode,
  use,
  useRef,
  useState,
} from 'react';
import { type NavigateFunction, type NavigateOptions, PrefetchPageLinks, useLocation } from 'react-router';
import { useNavigate } from './offline.ts';

export interface LinkProps
  extends
    Omit<ComponentProps<'a'>, 'href'>,
    Pick<NavigateOptions, 'preventScrollReset' | 'replace' | 'state'> {
  to: string;
  /** Fetches the page when the link is probably followed. */
  prefetch?: 'intent' | undefined;
  /** The browser loads the page as its first one. */
  reloadDocument?: boolean;
}

/**
 * Navigates without a load of the document. The router's own link is rendered again with each state of the router, which is
 * slow on phones.
 */
export const Link: ComponentType<LinkProps> = import.meta.env.SSR ? ServerLink : BrowserLink;

/** Marks the link to this page, and without `end` a link to a page above it. */
export function NavLink({ end, ...props }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === props.to || (!end && pathname.startsWith(`${props.to}/`));
  return <StaticLink {...props} aria-current={isCurrent ? 'page' : undefined} />;
}

const StaticLink = memo(Link);

const Navigate = createContext<NavigateFunction | undefined>(undefined);

/** Lets all links share one `navigate`. It wraps the app. */
export function LinkProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  return <Navigate value={navigate}>{children}</Navigate>;
}

/** True if the visitor asks for less data: then nothing is loaded before it is needed. */
const savesData =
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

const PREFETCH_DELAY_MS = 100;

function BrowserLink(props: LinkProps) {
  return props.prefetch && !savesData ? <EagerLink {...props} /> : <PlainLink {...props} />;
}

/** Fetches its page when it is pressed, or when the pointer or the focus has been on it for a moment. */
function EagerLink(props: LinkProps) {
  const [isLikely, setIsLikely] = useState(false);
  const isPressed = useRef(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);

  function approach() {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => setIsLikely(true), PREFETCH_DELAY_MS);
  }

  function leave() {
    clearTimeout(waiting.current);
    setIsLikely(isPressed.current);
  }

  function press() {
    isPressed.current = true;
    setIsLikely(true);
  }

  return (
    <>
      <PlainLink
        {...props}
        onMouseEnter={approach}
        onFocus={approach}
        onMouseLeave={leave}
        onBlur={leave}
        onPointerDown={press}
      />
      {isLikely && <PrefetchPageLinks page={props.to} />}
    </>
  );
}

function PlainLink(props: LinkProps) {
  const { to, prefetch, preventScrollReset, reloadDocument, replace, state, children, ...rest } = props;
  const navigate = use(Navigate);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    rest.onClick?.(event);
    if (event.defaultPrevented || reloadDocument || !navigate || isForBrowser(event)) return;
    event.preventDefault();
    const { href, pathname, search, hash } = event.currentTarget;
    void navigate(pathname + search + hash, {
      preventScrollReset,
      replace: replace ?? href === location.href,
      state,
    });
  }

  return (
    <a {...rest} href={to} onClick={follow} data-discover="true">
      {children}
    </a>
  );
}

/** Checks whether a click leads to another site, tab or window. */
function isForBrowser({
  button,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
  currentTarget: link,
}: MouseEvent<HTMLAnchorElement>) {
  const isElsewhere = link.origin !== location.origin || (link.target !== '' && link.target !== '_self');
  return isElsewhere || button !== 0 || altKey || ctrlKey || metaKey || shiftKey;
}

function ServerLink(props: LinkProps) {
  const { to, prefetch, preventScrollReset, reloadDocument, replace, state, children, ...rest } = props;
  return (
    <a {...rest} href={to} data-discover="true">
      {children}
    </a>
  );
}
