import { MAX_PICTURES } from '#core/catalog/picture.ts';

/** Replaces a picture that is stored in the part itself, and can be too long for a cell. */
const EMBEDDED = 'embedded';

const MAX_ADDRESS_LENGTH = 2_000;

/** Writes the addresses of a part's pictures with spaces in between. Those of the shop's own pictures begin with `siteUrl`. */
export function writePicturesCell(addresses: readonly string[], siteUrl: string): string {
  return addresses
    .map((address) => {
      if (address.startsWith('data:')) return EMBEDDED;
      const url = address.startsWith('/') ? `${siteUrl}${address}` : address;
      return url.replaceAll(/\s/g, encodeURIComponent);
    })
    .join(' ');
}

/** Matches the name of a picture in a ZIP file. Folders before it are ignored. */
const FILE_NAME = /^(?:[^/\\:]+:)?[^:]{1,200}\.(?:jpe?g|png|webp)$/i;

/**
 * Reads addresses of pictures and names of their files, with spaces, line ends, commas, semicolons or `|` in between. Addresses of
 * the shop's own pictures become paths.
 */
export function readPicturesCell(text: string, siteUrl: string): { value: string[] } | { error: string } {
  const sources = [...new Set(splitPictures(text).map((source) => readSource(source, siteUrl)))];
  if (sources.length > MAX_PICTURES) return { error: `At most ${MAX_PICTURES} pictures` };
  const wrong = sources.find((source) => !isSource(source));
  if (wrong !== undefined) return { error: `This is not the address of a picture: ${wrong.slice(0, 80)}` };
  return { value: sources };
}

/** Splits a cell into addresses, which can have commas, and names of files, which can have spaces. */
export function splitPictures(text: string): string[] {
  return text
    .replaceAll(/\s+/g, ' ')
    .split(/[ ,;|]{1,3}(?=https?:)| (?=\/)/i)
    .flatMap(splitPiece)
    .map((piece) => piece.trim())
    .filter(Boolean);
}

/** An address ends at a space. Names of files can follow. */
function splitPiece(piece: string): string[] {
  if (!/^ ?(?:https?:|\/)/i.test(piece)) return splitNames(piece);
  const [address = '', ...names] = piece.trim().split(' ');
  return [address, ...splitNames(names.join(' '))];
}

function splitNames(names: string): string[] {
  return names.split(/(?<=\.(?:jpe?g|png|webp))[ ,;|]{1,3}/i);
}

function readSource(text: string, siteUrl: string): string {
  if (text.startsWith(`${siteUrl}/`)) return text.slice(siteUrl.length);
  if (isRemote(text)) return URL.canParse(text) ? new URL(text).href : text;
  return FILE_NAME.test(text) && !text.startsWith('/') ? pictureFileName(text) : text;
}

function isSource(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH || text.includes('\0')) return false;
  return isRemote(text) ? URL.canParse(text) : /^\/(?!\/)/.test(text) || FILE_NAME.test(text);
}

/** Tells whether a picture is fetched from another site. */
export function isRemote(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** Returns the name of a file without its folders. */
export function pictureFileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? '';
}
