/** Longest sides of a stored picture, in pixels: for cards, for pages on phones, and for large screens and zoom. */
export const pictureWidths = [320, 800, 1600] as const;

/** Maximum per part. */
export const MAX_PICTURES = 12;

export const MAX_ALT_LENGTH = 200;

export interface ShownPicture {
  /** Address of the largest size. */
  address: string;
  /** Pixels of the largest size. Null if unknown, such as for a URL. */
  size: { width: number; height: number } | null;
  /** Null means that the part's name describes it. */
  alt: string | null;
}

const STORED = /^\/files\/(pictures|drawings)\/([\da-f]{32})-1600\.webp$/;

/** Matches the demo shop's drawings, also with the tag of a condition that they had: `#very-good`. */
const DRAWN = /^\/parts\/[^?#]+\.svg(#[a-z-]+)?$/;

/** The folder of the drawings that stand for photos. */
export const DRAWINGS_PATH = '/drawings';

/** The picture of a part whose picture can't be loaded (Spec §8), and of a cart's line without one. */
export const PLACEHOLDER = '/placeholder.svg';

/** The facts that the drawing of a part shows. */
export interface DrawnPart {
  name: string;
  condition?: string | null;
}

/** Returns the address of a stored picture. `name` is 32 hexadecimal digits. */
export function pictureAddress(name: string, isDrawing = false): string {
  return `/files/${isDrawing ? 'drawings' : 'pictures'}/${name}-1600.webp`;
}

/** Returns the name of a stored picture's files. Undefined for other addresses. */
export function pictureName(address: string | null): string | undefined {
  return STORED.exec(address ?? '')?.[2];
}

/** Tells whether a picture is a drawing, not a photo of this very unit. The address says so, so that lists know it too. */
export function isIllustration(address: string | null): boolean {
  return address !== null && (STORED.exec(address)?.[1] === 'drawings' || DRAWN.test(address));
}

/** Tells whether a part has neither a photo nor an illustration of its own. Its drawing shows what its facts tell. */
export function isUnpictured(address: string | null | undefined): boolean {
  return !address || address === PLACEHOLDER || DRAWN.test(address);
}

/** Returns the address of the drawing of a part that has no photo. */
export function drawingAddress({ name, condition }: DrawnPart): string {
  return `${DRAWINGS_PATH}/part.svg?${new URLSearchParams(condition ? { name, condition } : { name })}`;
}

/** Returns the address of a stored picture for a width in CSS pixels. Returns other addresses unchanged. */
export function pictureForWidth(address: string, width: number): string {
  if (!STORED.test(address)) return address;
  const stored = pictureWidths.find((each) => each >= width * 2) ?? 1600;
  return address.replace('-1600.', `-${stored}.`);
}

/**
 * Returns the attribute srcset of a picture. Undefined if it has only one size. A picture without `size` counts as a
 * landscape.
 */
export function pictureSources(address: string, size?: ShownPicture['size']): string | undefined {
  if (!STORED.test(address)) return undefined;
  const { width, height } = size ?? { width: 1600, height: 1 };
  const sources = pictureWidths.map((longest) => {
    const scale = Math.min(1, longest / Math.max(width, height));
    return `${address.replace('-1600.', `-${longest}.`)} ${Math.round(width * scale)}w`;
  });
  // A small picture has equal sizes.
  const isFirst = (source: string, index: number) =>
    sources.findIndex((each) => each.split(' ')[1] === source.split(' ')[1]) === index;
  return sources.filter(isFirst).join(', ');
}

/** Returns the pictures of a part's page. An address that was not uploaded is the only picture. */
export function shownPictures(imageUrl: string | null, uploaded: readonly ShownPicture[]): ShownPicture[] {
  if (!imageUrl || uploaded[0]?.address === imageUrl) return imageUrl ? [...uploaded] : [];
  return [{ address: imageUrl, size: null, alt: null }];
}

/** Returns the absolute URL of a picture. Undefined for data URLs and http without TLS. */
export function publicPicture(address: string | null, siteUrl: string): string | undefined {
  if (!address || !URL.canParse(address, siteUrl)) return undefined;
  const { protocol, origin, href } = new URL(address, siteUrl);
  return protocol === 'https:' || origin === siteUrl ? href : undefined;
}

/** Returns a picture for link previews, which can't show SVG. */
export function linkPreviewPicture(address: string | null, siteUrl: string): string | undefined {
  const picture = publicPicture(address, siteUrl);
  return picture && /\.svg$/i.test(new URL(picture).pathname) ? undefined : picture;
}
