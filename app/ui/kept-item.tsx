import { createContext, type ReactNode, useContext } from 'react';

/** Markup of items that the server keeps for later pages: app/frame/kept-markup.server.ts. */
export interface KeptMarkup {
  find(of: readonly unknown[]): string | undefined;
}

export const KeptMarkupContext = import.meta.env.SSR
  ? createContext<KeptMarkup | undefined>(undefined)
  : (undefined as never);

interface KeptItemProps {
  /**
   * On the server, the name of the component and all that its markup depends on, besides the settings of the shop. False in browsers,
   * and for an item that is always rendered, so that the head of the page can name its pictures.
   */
  of: readonly unknown[] | false;
  className?: string;
  children: ReactNode;
}

/**
 * An item of a list, without other items in it, that the server renders once for many pages. The browser hydrates what the server
 * has kept, because it renders the same elements. Its components must not use `useId` or `Suspense`: their markup depends on
 * the rest of the page.
 */
export const KeptItem = import.meta.env.SSR ? ServerItem : BrowserItem;

function BrowserItem({ of: _, ...rest }: KeptItemProps) {
  return <li {...rest} />;
}

/** By `data-kept`, which React ignores in browsers, the server finds the item in the page. */
function ServerItem({ of, ...rest }: KeptItemProps) {
  const markup = useContext(KeptMarkupContext);
  if (!markup || !of) return <li {...rest} />;
  const html = markup.find(of);
  if (html === undefined) return <li {...rest} data-kept="" />;
  return <li className={rest.className} data-kept="" dangerouslySetInnerHTML={{ __html: html }} />;
}
