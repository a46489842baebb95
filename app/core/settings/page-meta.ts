import type { MetaDescriptor } from 'react-router';
import { defaultShop, type Shop } from './shop.ts';

export interface PageDescription {
  title: string;
  description: string;
  /** The canonical path. A page without one is not indexed. */
  address?: string | undefined;
  /** An absolute URL. The default is the shop's picture. */
  picture?: string | undefined;
  structured?: object | undefined;
}

/** root.tsx removes the tag when the visitor navigates. */
function tag(attributes: Record<string, string>): MetaDescriptor {
  return { ...attributes, 'data-for': 'this address' };
}

/** Data of the root route. Undefined if it failed. */
export type SiteData = { siteUrl: string; shop: Shop } | undefined;

export function shopOf(site: SiteData): Shop {
  return site?.shop ?? defaultShop;
}

export function pageTitle(site: SiteData, title: string): MetaDescriptor {
  return { title: `${title} | ${shopOf(site).name}` };
}

function describePage({ siteUrl, shop }: NonNullable<SiteData>, page: PageDescription): MetaDescriptor[] {
  const { title, description, address, structured } = page;
  const picture = page.picture ?? `${siteUrl}/share.png`;
  const canonical = address === undefined ? undefined : siteUrl + address;
  return [
    tag({ name: 'description', content: description }),
    canonical === undefined
      ? tag({ name: 'robots', content: 'noindex' })
      : tag({ tagName: 'link', rel: 'canonical', href: canonical }),
    tag({ property: 'og:site_name', content: shop.name }),
    tag({ property: 'og:type', content: 'website' }),
    tag({ property: 'og:title', content: title }),
    tag({ property: 'og:description', content: description }),
    ...(canonical === undefined ? [] : [tag({ property: 'og:url', content: canonical })]),
    tag({ property: 'og:image', content: picture }),
    tag({ name: 'twitter:card', content: 'summary_large_image' }),
    ...(structured ? [{ 'script:ld+json': structured }] : []),
  ];
}

/** Returns only the title in the browser, which keeps the metadata code out of the bundle. */
export function publicPage(site: SiteData, page: PageDescription): MetaDescriptor[] {
  return [pageTitle(site, page.title), ...(import.meta.env.SSR && site ? describePage(site, page) : [])];
}

export function privatePage(site: SiteData, title: string): MetaDescriptor[] {
  return [pageTitle(site, title), { name: 'robots', content: 'noindex' }];
}

interface PanelPage {
  matches: readonly unknown[];
  params: Readonly<Record<string, string | undefined>>;
}

/** Titles a page of the admin panel: 'Order PY-10001 | Admin Panel'. ':number' in `title` is a parameter of its path. */
export function panelPage(title: string): (page: PanelPage) => MetaDescriptor[] {
  return ({ matches: [root], params }) => {
    const name = title.replace(/:(\w+)/, (_, parameter: string) => params[parameter] ?? '');
    return privatePage((root as { loaderData: SiteData }).loaderData, `${name} | Admin Panel`);
  };
}

/** Shortens a text to whole words on one line. */
export function truncate(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const words = line.slice(0, maxLength).replace(/\s+\S*$/, '');
  // Cuts a long word, but not within a surrogate pair.
  return `${words.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
