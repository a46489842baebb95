import type { Sharp } from 'sharp';

export type PictureType = 'png' | 'jpg' | 'webp';

export type PictureProblem = 'wrongType' | 'tooManyPixels' | 'unreadable';

export interface PictureLimits {
  types: readonly PictureType[];
  /** A small file can decode to a huge picture. */
  maxPixels: number;
}

const TIMEOUT_SECONDS = 20;

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
  if (!type || !types.includes(type)) return { problem: 'wrongType' };

  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' });
    const { width, height } = await picture.metadata();
    if (width * height > maxPixels) return { problem: 'tooManyPixels' };
    return { encoded: await encode(picture.timeout({ seconds: TIMEOUT_SECONDS }), { width, height, type }) };
  } catch (error) {
    if (isFileSystemError(error)) throw error;
    return { problem: /pixel limit/.test(String(error)) ? 'tooManyPixels' : 'unreadable' };
  }
}

/** The client's file names and MIME types prove nothing. */
function detectType(content: Uint8Array): PictureType | undefined {
  const start = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  return undefined;
}

function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
