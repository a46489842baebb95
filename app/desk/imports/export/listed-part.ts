import type { Fitment } from '#core/catalog/fitment.ts';
import type { Part } from '#core/catalog/part.ts';
import { publicPicture } from '#core/catalog/picture.ts';

/** A part, as shoppers see it, with what other shops list of it besides. */
export interface ListedPart extends Part {
  /** Leaves out the part's own vehicle. */
  fitments: readonly Fitment[];
  /** Addresses of pictures, the first one first. */
  pictures: readonly string[];
}

/** Lists the public addresses of pictures. Leaves out SVG, which other shops do not show. */
export function listPictures({ pictures }: ListedPart, siteUrl: string): string[] {
  return pictures
    .flatMap((address) => publicPicture(address, siteUrl) ?? [])
    .filter((url) => !/\.svg$/i.test(new URL(url).pathname));
}

/** Strips characters that begin a formula: other shops would show an apostrophe in front of it. */
export function plain(text: string): string {
  return text.replace(/^['=+\-@\s]+/, '').trimEnd();
}

export function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?|\n/g, '<br>');
}
