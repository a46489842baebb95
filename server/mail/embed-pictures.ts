import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { plate } from '#core/mail/mail-look.ts';
import type { Files } from '#core/platform/files.server.ts';

/** A box in CSS pixels. If it has no width, the picture keeps its own. */
interface Box {
  width: number | undefined;
  height: number;
}

/** Reads a picture of the shop as a JPG. Returns undefined if it is missing or unreadable. */
export type PictureReader = (path: string, box: Box) => Promise<Buffer | undefined>;

/** This keeps a mail of many parts small. */
const MAX_PICTURES = 20;

const DENSITY = 2;

/**
 * Puts the pictures of a mail into it, because mail programs hide remote ones, and old programs can't show WebP or SVG. A
 * picture that can't be read stays at its address. The same mail gives the same result.
 */
export async function embedPictures(html: string, readPicture: PictureReader | undefined) {
  const attachments: { filename: string; cid: string; contentType: string; content: Buffer }[] = [];
  const cids = new Map<string, string>();
  for (const [tag, address = ''] of readPicture ? html.matchAll(/<img src="([^"]+)"[^>]*>/g) : []) {
    if (cids.has(address) || attachments.length === MAX_PICTURES || !URL.canParse(address)) continue;
    const attribute = (name: string) => Number(tag.match(`${name}="(\\d+)"`)?.[1]) || undefined;
    const { pathname } = new URL(address);
    const box = { width: attribute('width'), height: attribute('height') ?? 0 };
    const content = await readPicture?.(pathname, box);
    if (!content) continue;
    const cid = `picture-${attachments.length + 1}@shop`;
    cids.set(address, cid);
    attachments.push({
      filename: `picture-${attachments.length + 1}.jpg`,
      cid,
      contentType: 'image/jpeg',
      content,
    });
  }
  return {
    html: html.replaceAll(/(?<=<img src=")[^"]+/g, (address) => {
      const cid = cids.get(address);
      return cid === undefined ? address : `cid:${cid}`;
    }),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** Reads pictures from `clientFiles`, the built folder of the shop's own files, or from `public` if there is no build. */
export function createPictureReader({
  files,
  clientFiles = 'public',
}: {
  files: Files;
  clientFiles?: string | undefined;
}): PictureReader {
  return async (path, box) => {
    try {
      const content = await readContent(path);
      return content && (await encode(content, box));
    } catch {
      return undefined;
    }
  };

  async function readContent(path: string): Promise<Uint8Array | undefined> {
    const name = basename(path);
    if (/^\/files\/(pictures|drawings)\/[\w.-]+$/.test(path)) return files.get(`pictures/${name}`);
    return /^\/parts\/[\w-]+\.svg$/.test(path) ? readFile(join(clientFiles, 'parts', name)) : undefined;
  }
}

async function encode(content: Uint8Array, { width, height }: Box): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(content, { limitInputPixels: 4_000_000 })
    .resize({
      ...(width !== undefined && { width: width * DENSITY }),
      height: height * DENSITY,
      fit: 'contain',
      background: plate,
      withoutEnlargement: width === undefined,
    })
    .flatten({ background: plate })
    .jpeg({ quality: 82 })
    .toBuffer();
}
