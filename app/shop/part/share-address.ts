import type { Part } from '#core/catalog/part.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { linkPreviewPicture } from '#core/catalog/picture.ts';

/** The content of a share picture. Another content has another address. */
export interface SharedPart {
  name: string;
  vehicle: string;
  summary: string;
  priceCents: number | null;
  imageUrl: string | null;
  shop: string;
}

export function toSharedPart(part: Part, shop: string): SharedPart {
  const { name, summary, priceCents, imageUrl } = part;
  return { name, vehicle: vehicleName(part), summary, priceCents, imageUrl, shop };
}

/** Returns the URL of the picture for link previews. The shop does not load a picture of another site: its URL stays. */
export function shareAddress(part: Pick<Part, 'id' | 'imageUrl'>, siteUrl: string, version: string): string {
  const own = linkPreviewPicture(part.imageUrl, siteUrl);
  if (own !== undefined && !own.startsWith(`${siteUrl}/`)) return own;
  return `${siteUrl}/share/${part.id}/${version}.jpg`;
}
