/** The stored widths of a picture, in pixels: twice the shown widths, for high-density screens. */
export const pictureWidths = [320, 800, 1600] as const;

const STORED = /^\/files\/pictures\/[\da-f]{32}-1600\.webp$/;

/** The address of a stored picture. `hash` is 32 hexadecimal digits of its content. */
export function pictureAddress(hash: string): string {
  return `/files/pictures/${hash}-1600.webp`;
}

/** The address of a stored picture for a width in CSS pixels. Returns other addresses unchanged. */
export function pictureForWidth(address: string, width: number): string {
  if (!STORED.test(address)) return address;
  const stored = pictureWidths.find((each) => each >= width * 2) ?? 1600;
  return address.replace('-1600.', `-${stored}.`);
}

/** The absolute URL of a picture. Returns undefined for data URLs and plain http. */
export function publicPicture(address: string | null, siteUrl: string): string | undefined {
  if (!address || !URL.canParse(address, siteUrl)) return undefined;
  const { protocol, origin, href } = new URL(address, siteUrl);
  return protocol === 'https:' || origin === siteUrl ? href : undefined;
}

/** A picture for link previews, which can't show SVG. */
export function linkPreviewPicture(address: string | null, siteUrl: string): string | undefined {
  const picture = publicPicture(address, siteUrl);
  return picture && /\.svg$/i.test(new URL(picture).pathname) ? undefined : picture;
}
