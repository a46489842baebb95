import { pictureFileName } from '../cells/pictures-cell.ts';
import { MAX_UPLOAD_BYTES, pictureErrors } from '#core/catalog/picture-upload.ts';
import { importLimits } from './import-limits.ts';

/** The facts that a ZIP file states about one of its files. */
export interface ZipEntry {
  /** Includes folders. */
  path: string;
  packedBytes: number;
  unpackedBytes: number;
  isEncrypted: boolean;
  isLink: boolean;
}

/** Tells whether an entry is a folder, or one that macOS or Windows adds to ZIP files. */
export function isIgnored({ path }: ZipEntry): boolean {
  const name = pictureFileName(path);
  return (
    name === '' ||
    name.startsWith('._') ||
    /^(?:__MACOSX[/\\]|.*(?:\.DS_Store|Thumbs\.db|desktop\.ini)$)/i.test(path)
  );
}

/** Explains why a file is not read as a picture, whatever is in it. */
export function refuseEntry(entry: ZipEntry): string | undefined {
  if (entry.isLink) return 'This is a link, not a file';
  if (entry.isEncrypted) return 'This file has a password';
  if (!/\.(?:jpe?g|png|webp)$/i.test(entry.path))
    return 'This is not a picture: only PNG, JPG and WEBP are read';
  if (entry.unpackedBytes > MAX_UPLOAD_BYTES) return pictureErrors.tooManyBytes;
  if (entry.unpackedBytes > entry.packedBytes * importLimits.zipRatio)
    return 'This file is compressed too much to be a picture';
  return undefined;
}

/**
 * Lists the stock numbers that the name of a file can mean, the likeliest first: `A-1-2.jpg` is the first picture of `A-1-2`,
 * or the second one of `A-1`.
 */
export function readPictureName(name: string): { stockNumber: string; number: number }[] {
  const whole = name.replace(/\.[a-z]+$/i, '').trim();
  // Stock numbers are shorter.
  if (whole.length > 60) return [];
  const numbered = /^(.+?)\s*[-_ ]\s*(\d{1,2})$|^(.+?)\s*\((\d{1,2})\)$/.exec(whole);
  const stockNumber = numbered?.[1] ?? numbered?.[3];
  return [
    { stockNumber: whole, number: 1 },
    ...(stockNumber === undefined ? [] : [{ stockNumber, number: Number(numbered?.[2] ?? numbered?.[4]) }]),
  ];
}
