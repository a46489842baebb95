import { MAX_PICTURES } from '#domain/picture.ts';

/** Stands for a picture that is stored in the part itself, and can be too long for a cell. */
const EMBEDDED = 'embedded';

const MAX_ADDRESS_LENGTH = 2_000;

/** The addresses of a part's pictures with a space in between. Those of the shop's own pictures begin with `siteUrl`. */
export function writePicturesCell(addresses: readonly string[], siteUrl: string): string {
  return addresses
    .map((address) => {
      if (address.startsWith('data:')) return EMBEDDED;
      const url = address.startsWith('/') ? `${siteUrl}${address}` : address;
      return url.replaceAll(/\s/g, encodeURIComponent);
    })
    .join(' ');
}

/** Reads addresses of pictures. Those of the shop's own ones are paths. */
export function readPicturesCell(text: string, siteUrl: string): { value: string[] } | { error: string } {
  const addresses = [...new Set(text.split(/\s+/).filter(Boolean))];
  if (addresses.length > MAX_PICTURES) return { error: `At most ${MAX_PICTURES} pictures` };
  const wrong = addresses.find((address) => !isAddress(address));
  if (wrong !== undefined) return { error: `This is not the address of a picture: ${wrong.slice(0, 80)}` };
  return {
    value: addresses.map((address) =>
      address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address,
    ),
  };
}

function isAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH || text.includes('\0')) return false;
  return /^https?:\/\//i.test(text) ? URL.canParse(text) : /^\/(?!\/)/.test(text);
}
