import { createContext, type ReactNode, useContext } from 'react';

/** Markup of items that the server keeps for later pages: app/frame/kept-markup.server.ts. */
export interface KeptMarkup {
  find(of: readonly unknown[] | null): string | undefined;
}

export const KeptMarkupContext = createContext<KeptMarkup | undefined>(undefined);

/** By which the server finds them in a page. */
const KEPT = { 'data-kept': '' };

interface KeptItemProps {
  /**
   * The name of the component and all that its markup depends on, besides the settings of the shop. Null for one that is always
   * rendered, so that the head of the page can name its pictures.
   */
  of: readonly unknown[] | null;
  className?: string;
  children: ReactNode;
}

/**
 * An item of a list, without other items in it, that the server renders once for many pages. The browser hydrates what the server
 * has kept, because it renders the same elements. Its components must not use `useId` or `Suspense`: their markup depends on
 * the rest of the page.
 */
export const KeptItem = import.meta.env.SSR ? ServerItem : BrowserItem;

function BrowserItem({ of, ...rest }: KeptItemProps) {
  return <li {...rest} {...(of && KEPT)} />;
}

function ServerItem({ of, className, children }: KeptItemProps) {
  const html = useContext(KeptMarkupContext)?.find(of);
  return (
    <li
      className={className}
      {...(of && KEPT)}
      {...(html === undefined ? { children } : { dangerouslySetInnerHTML: { __html: html } })}
    />
  );
}
