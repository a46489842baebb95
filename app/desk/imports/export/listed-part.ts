import type { Fitment } from '#core/catalog/fitment.ts';
import type { Part } from '#core/catalog/part.ts';
import { publicPicture } from '#core/catalog/picture.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';

/** Adds to a part, as shoppers see it, what a listing elsewhere needs besides. */
export interface ListedPart extends Part {
  /** Leaves out the part's own vehicle. */
  fitments: readonly Fitment[];
  /** Addresses of pictures, the first one first. */
  pictures: readonly string[];
}

/** Strips characters that begin a formula: marketplaces would show an apostrophe in front of it. */
export function plain(text: string): string {
  return text.replace(/^['=+\-@\s]+/, '').trimEnd();
}

/** Shortens a text. Keeps whole words, if one fits. */
export function shorten(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const words = line.slice(0, maxLength + 1).replace(/\s\S*$/, '');
  return words.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}

export function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?|\n/g, '<br>');
}

/** Returns whole addresses of a part's pictures. Leaves out SVG, which marketplaces do not show. */
export function listPictures({ pictures }: ListedPart, siteUrl: string): string[] {
  return pictures
    .flatMap((address) => publicPicture(address, siteUrl) ?? [])
    .filter((url) => !/\.svg$/i.test(new URL(url).pathname));
}

/** Describes the vehicles that a part fits, its own first. Example: '2006-2011 Honda Civic (1.8L, Front)'. */
export function describeVehicles(part: ListedPart): string[] {
  const own = vehicleName(part);
  const others = part.fitments.map(({ fromYear, toYear, make, model, engine, trim, position, note }) => {
    const years = fromYear === toYear ? fromYear : `${fromYear}-${toYear}`;
    const details = [engine, trim, position, note].filter(Boolean).join(', ');
    return `${years} ${make} ${model}${details && ` (${details})`}`;
  });
  return [...new Set([...(own ? [own] : []), ...others])];
}
