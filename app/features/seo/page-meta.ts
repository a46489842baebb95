import type { MetaDescriptor } from 'react-router';
import { shop } from '#domain/shop.ts';

/** What a page tells search engines, and whoever shows a link to it. */
export interface PageDescription {
  /** Without the shop's name. */
  title: string;
  description: string;
  /** The path of its one lasting address; missing: the page is not to be found. */
  address?: string | undefined;
  /** The absolute address of its picture; missing: the shop's own. */
  picture?: string | undefined;
  /** As it shows, in the words of schema.org. */
  structured?: object | undefined;
}

/** A tag that describes the address that was opened, marked as such: it says nothing of where a visitor goes on to. */
function tag(attributes: Record<string, string>): MetaDescriptor {
  return { ...attributes, 'data-for': 'this address' };
}

/** How the browser calls a page. */
export function pageTitle(title: string): MetaDescriptor {
  return { title: `${title} | ${shop.name}` };
}

function describePage(siteUrl: string, page: PageDescription): MetaDescriptor[] {
  const { title, description, address, structured } = page;
  const picture = page.picture ?? `${siteUrl}/share.png`;
  const listed = address === undefined ? undefined : siteUrl + address;
  return [
    tag({ name: 'description', content: description }),
    listed === undefined
      ? tag({ name: 'robots', content: 'noindex' })
      : tag({ tagName: 'link', rel: 'canonical', href: listed }),
    tag({ property: 'og:site_name', content: shop.name }),
    tag({ property: 'og:type', content: 'website' }),
    tag({ property: 'og:title', content: title }),
    tag({ property: 'og:description', content: description }),
    ...(listed === undefined ? [] : [tag({ property: 'og:url', content: listed })]),
    tag({ property: 'og:image', content: picture }),
    tag({ name: 'twitter:card', content: 'summary_large_image' }),
    ...(structured ? [{ 'script:ld+json': structured }] : []),
  ];
}

/**
 * Everything about a page. In the browser that is its title, which alone changes as a visitor goes on (root.tsx): a route
 * whose other words are long returns before it puts them together, and they are left out of its script.
 */
export function publicPage(siteUrl: string | undefined, page: PageDescription): MetaDescriptor[] {
  return [pageTitle(page.title), ...(import.meta.env.SSR ? describePage(siteUrl ?? '', page) : [])];
}

/** A page that is not to be found: somebody's own, one without end, or none at all. */
export function privatePage(title: string): MetaDescriptor[] {
  return [pageTitle(title), { name: 'robots', content: 'noindex' }];
}

/** Whole words of a text within so many letters, in one line. */
export function clipped(text: string, letters: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= letters) return line;
  const words = line.slice(0, letters).replace(/\s+\S*$/, '');
  // A single word that long, and not half a letter at its end.
  return `${words.slice(0, letters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
