import type { Sharp } from 'sharp';
import { shareOf } from './workers.server.ts';

export type PictureType = 'png' | 'jpg' | 'webp';

export type PictureProblem = 'wrongType' | 'heic' | 'tooManyPixels' | 'unreadable';

export interface PictureLimits {
  types: readonly PictureType[];
  /** A small file can decode to a huge picture. */
  maxPixels: number;
}

const TIMEOUT_SECONDS = 20;

/** Of all processes of a machine. A decoded picture can take 200 MB, and each one a thread of four. */
const MAX_AT_ONCE = 2;

/**
 * Opens an upload and has `encode` write it without metadata, such as a location, or appended data. Checks type
 * and size before decoding. Throws errors of the file system. Other errors of `encode` mean 'unreadable'.
 */
export async function reencodePicture<Encoded>(
  content: Uint8Array,
  { types, maxPixels }: PictureLimits,
  encode: (picture: Sharp, size: { width: number; height: number; type: PictureType }) => Promise<Encoded>,
): Promise<{ encoded: Encoded } | { problem: PictureProblem }> {
  const type = detectType(content);
  if (type === 'heic') return { problem: 'heic' };
  if (!type || !types.includes(type)) return { problem: 'wrongType' };

  const { default: sharp } = await import('sharp');
  const release = await waitForTurn();
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' });
    const { width, height } = await picture.metadata();
    if (width * height > maxPixels) return { problem: 'tooManyPixels' };
    return { encoded: await encode(picture.timeout({ seconds: TIMEOUT_SECONDS }), { width, height, type }) };
  } catch (error) {
    if (isFileSystemError(error)) throw error;
    return { problem: /pixel limit/.test(String(error)) ? 'tooManyPixels' : 'unreadable' };
  } finally {
    release();
  }
}

let active = 0;
const waiting: (() => void)[] = [];

/** Returns a function that lets the next one start. */
async function waitForTurn(): Promise<() => void> {
  if (active >= shareOf(MAX_AT_ONCE)) await new Promise<void>((resolve) => waiting.push(resolve));
  else active += 1;
  return () => {
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  };
}

/** The client's file names and MIME types prove nothing. */
function detectType(content: Uint8Array): PictureType | 'heic' | undefined {
  const start = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  if (/^[^]{4}ftyp(hei|hev|mif1|msf1)/.test(start)) return 'heic';
  return undefined;
}

function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
