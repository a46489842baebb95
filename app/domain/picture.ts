/** Widths, in pixels, in which a stored picture is kept: what the shop shows, twice as fine for fine screens. */
export const pictureWidths = [320, 800, 1600] as const;

const STORED = /^\/files\/pictures\/[\da-f]{32}-1600\.webp$/;

/** The lasting address of a stored picture, as image_url holds it. `hash`: 32 hexadecimal digits of its content. */
export function pictureAddress(hash: string): string {
  return `/files/pictures/${hash}-1600.webp`;
}

/** The address of a picture for a place of so many CSS pixels; what the shop does not store itself stays as it is. */
export function pictureFor(address: string, width: number): string {
  if (!STORED.test(address)) return address;
  const fits = pictureWidths.find((each) => each >= width * 2) ?? 1600;
  return address.replace('-1600.', `-${fits}.`);
}

/** A picture's address for those outside the shop; undefined where there is none: a data string, or no address. */
export function publicPicture(address: string | null, siteUrl: string): string | undefined {
  if (!address || !URL.canParse(address, siteUrl)) return undefined;
  const { protocol, origin, href } = new URL(address, siteUrl);
  return protocol === 'https:' || origin === siteUrl ? href : undefined;
}

/** A picture to show with a link; drawings are left out, since those who show links can't draw them. */
export function sharedPicture(address: string | null, siteUrl: string): string | undefined {
  const picture = publicPicture(address, siteUrl);
  return picture && /\.svg$/i.test(new URL(picture).pathname) ? undefined : picture;
}
