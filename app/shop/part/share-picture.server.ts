import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { OverlayOptions, Sharp } from 'sharp';
import { formatDollars } from '#core/values/money.ts';
import { isUnpictured, pictureName } from '#core/catalog/picture.ts';
import type { SharedPart } from './share-address.ts';
import { drawPart } from '#core/pictures/draw-part.server.ts';
import { reencodePicture } from '#core/pictures/pictures.server.ts';
import type { Files } from '#core/platform/files.server.ts';
import { projectFile } from '#core/platform/project-folder.server.ts';

/** Link previews show this size, in pixels. */
const SIZE = { width: 1200, height: 630 };
const PICTURE = { width: 600, height: 630 };
/** Pictures have this background, like on the shop's pages. */
const PAPER = '#edf0f4';
const TEXT_LEFT = 640;
const TEXT_WIDTH = 520;

const MAX_CACHED_BYTES = 8 * 1024 * 1024;

/** The shop refuses more requests than these, because sharp has few threads, and uploads need them too. */
const MAX_AT_ONCE = 4;

/** A data string of a catalog row can be large. */
const LIMITS = { limitInputPixels: 25_000_000 };

/** A drawing of 320 pixels fills the picture's half. */
const DRAWING_DENSITY = 144;

const cache = new LRUCache<string, Buffer>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: (picture) => picture.length,
});
const drawing = new Map<string, Promise<Buffer>>();

/** Names the content: a changed part has another picture. */
export function shareVersion(part: SharedPart): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('hex').slice(0, 16);
}

/** Draws a JPEG of the part's first picture with its name and price. Undefined if too many are being drawn. */
export async function drawSharePicture(part: SharedPart, files: Files): Promise<Buffer | undefined> {
  const version = shareVersion(part);
  const cached = cache.get(version);
  if (cached) return cached;
  const running = drawing.get(version);
  if (!running && drawing.size >= MAX_AT_ONCE) return undefined;
  const drawn =
    running ??
    draw(part, files).finally(() => {
      drawing.delete(version);
    });
  drawing.set(version, drawn);
  const picture = await drawn;
  cache.set(version, picture);
  return picture;
}

async function draw(part: SharedPart, files: Files): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const fonts = { bold: fontPath('bold'), regular: fontPath('regular') };
  let top = 60;
  const layers: OverlayOptions[] = [];
  const write = async (text: string, weight: keyof typeof fonts, size: number, color: string) => {
    if (text === '') return;
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
        font: `Noto Sans ${weight === 'bold' ? 'Bold ' : ''}${size}`,
        fontfile: fonts[weight],
        width: TEXT_WIDTH,
        dpi: 72,
        rgba: true,
        wrap: 'word-char',
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    layers.push({ input: data, left: TEXT_LEFT, top });
    top += info.height + 24;
  };
  await write(part.shop, 'regular', 28, '#57534e');
  await write(shorten(part.name, 60), 'bold', 52, '#1c1917');
  await write(shorten(part.vehicle && `for ${part.vehicle}`, 50), 'regular', 34, '#1c1917');
  await write(shorten(part.summary, 60), 'regular', 28, '#57534e');
  await write(part.priceCents ? formatDollars(part.priceCents) : 'Price on request', 'bold', 60, '#1c1917');
  const picture = await openPicture(part, files, sharp).catch(() => undefined);
  const input = await picture
    ?.rotate()
    .resize({ ...PICTURE, fit: 'contain', background: PAPER })
    .flatten({ background: PAPER })
    .timeout({ seconds: 10 })
    .png()
    .toBuffer()
    // The drawing leaves out a picture that can't be read.
    .catch(() => undefined);
  if (input) layers.push({ input, left: 0, top: 0 });
  return sharp({ create: { ...SIZE, channels: 3, background: '#fafaf9' } })
    .composite(layers)
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function openPicture(
  { name: partName, imageUrl: address }: Pick<SharedPart, 'name' | 'imageUrl'>,
  files: Files,
  sharp: (input: Buffer | Uint8Array, options: typeof LIMITS & { density?: number }) => Sharp,
): Promise<Sharp | undefined> {
  if (address === null || isUnpictured(address))
    return sharp(Buffer.from(await drawPart(partName)), { ...LIMITS, density: DRAWING_DENSITY });
  const name = pictureName(address);
  if (name !== undefined) {
    const content = await files.get(`pictures/${name}-800.webp`);
    return content && sharp(content, LIMITS);
  }
  const [, data] = /^data:image\/(?:png|jpeg|webp);base64,([a-z\d+/=]+)$/i.exec(address) ?? [];
  if (data === undefined) return undefined;
  const read = await reencodePicture(Buffer.from(data, 'base64'), {
    types: ['png', 'jpg', 'webp'],
    maxPixels: LIMITS.limitInputPixels,
    longest: [PICTURE.height],
    format: 'webp',
    quality: 90,
  });
  const [made] = 'pictures' in read ? read.pictures : [];
  return made && sharp(made.content, LIMITS);
}

function fontPath(weight: 'bold' | 'regular'): string {
  return projectFile(`app/core/platform/fonts/${weight}.ttf`);
}

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
}

/** Removes characters that no font draws. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[\p{C}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
