import { hideLinkIds } from '#core/values/hide-link-ids.ts';
import { hasValidCheckDigit } from './vin.ts';

/** Matches the length of a VIN, or one character more or less: shoppers mistype. It ends with digits of the serial number. */
const VIN = /(?<![A-Z\d])(?=(?:\d*[A-Z]){3})[A-Z\d]{12,14}\d{4}(?![A-Z\d])/gi;

/** Joins groups of characters, such as 2HGFA1F5 9AH-301234. */
const withoutSeparators = (text: string) => text.replaceAll(/[\s-]/g, '');

/** Tells whether a text has a VIN in it, or something typed as one. A search with it must not be sent as an address. */
export function hasVin(text: string): boolean {
  return findVin(text) !== undefined;
}

/** Finds the first VIN in a text, or returns all of a text that is a VIN with spaces or hyphens in it. */
export function findVin(text: string): string | undefined {
  const [found] = text.match(VIN) ?? [];
  if (found !== undefined) return found;
  const joined = withoutSeparators(text);
  const isVin = /^[A-Z\d]{17}$/i.test(joined) && joined.search(VIN) === 0;
  return isVin && (!hasWord(text) || isCertain(joined.toUpperCase())) ? joined : undefined;
}

/** Four letters are a word ('brake pads 12345678'), or a group of a VIN. */
function hasWord(text: string): boolean {
  return text.split(/[\s-]+/).some((piece) => /^[A-Z]{4,}$/i.test(piece));
}

/** Tells whether the check digit is right, or is the filler that European makers use. */
function isCertain(vin: string): boolean {
  return hasValidCheckDigit(vin) || /^.{3}ZZZ/.test(vin);
}

/** Maximum of nested escapes that are read. */
const MAX_DECODINGS = 3;

/**
 * Works like `hideVins` for the path of an address. Also finds VINs with escapes and separators, and hides ids that open a cart or
 * checkout of an assistant.
 */
export function hidePathSecrets(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      const text = decodeEscapes(segment)
        .replaceAll('+', ' ')
        .replace(/\.data$/, '');
      const hidden = hideVins(hideLinkIds(text));
      return hidden === text ? segment : hidden;
    })
    .join('/');
}

/** Decodes the escapes of ASCII characters. All others stay, because no VIN has them. */
function decodeEscapes(segment: string): string {
  let text = segment;
  for (let times = 0; times < MAX_DECODINGS && text.includes('%'); times += 1)
    text = text.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return text;
}

/** Replaces each VIN by `[VIN]`, for logs. */
export function hideVins(text: string): string {
  const hidden = text.replaceAll(VIN, '[VIN]');
  return hasVin(hidden) ? '[VIN]' : hidden;
}
