/** A JPEG of nothing, in hexadecimal: its head, which is what the shop looks at. */
const BEFORE_SIZE = 'ffd8ffe000104a46494600010100000100010000ffc0000b08';
const AFTER_SIZE = '01011100ffda0008010100003f0000ffd9';

/** The data URL of a JPEG that says it has this size. */
export function jpeg(width: number, height = width): string {
  const inHex = (pixels: number) => pixels.toString(16).padStart(4, '0');
  const bytes = Buffer.from(BEFORE_SIZE + inHex(height) + inHex(width) + AFTER_SIZE, 'hex');
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}
