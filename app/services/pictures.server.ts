import type { Sharp } from 'sharp';

export type PictureType = 'png' | 'jpg' | 'webp';

export type PictureProblem = 'wrongType' | 'tooManyPixels' | 'unreadable';

export interface PictureLimits {
  types: readonly PictureType[];
  /** What is small as a file may fill the memory once it is decoded. */
  mostPixels: number;
}

/** How long one picture may take, in seconds. */
const PATIENCE = 20;

/**
 * Opens a picture that somebody sent, and has `draw` decode it and write it anew. Type and size are read from its
 * content before any of it is decoded. What sharp writes holds pixels only: not where and when a photograph was taken,
 * and nothing that came behind the picture.
 *
 * @throws what `draw` throws, unless it is that the picture can't be decoded.
 */
export async function redraw<Drawn>(
  content: Uint8Array,
  { types, mostPixels }: PictureLimits,
  draw: (picture: Sharp, size: { width: number; height: number; type: PictureType }) => Promise<Drawn>,
): Promise<{ drawn: Drawn } | { problem: PictureProblem }> {
  const type = typeOf(content);
  if (!type || !types.includes(type)) return { problem: 'wrongType' };

  // Native and large, and only needed here.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(content, { limitInputPixels: mostPixels, failOn: 'error' });
    const { width, height } = await picture.metadata();
    if (width * height > mostPixels) return { problem: 'tooManyPixels' };
    return { drawn: await draw(picture.timeout({ seconds: PATIENCE }), { width, height, type }) };
  } catch (error) {
    if (isOfDisk(error)) throw error;
    return { problem: /pixel limit/.test(String(error)) ? 'tooManyPixels' : 'unreadable' };
  }
}

/** By the first bytes, whatever the file is called and claims to be. An SVG is text and none of these. */
function typeOf(content: Uint8Array): PictureType | undefined {
  const start = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  return undefined;
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
