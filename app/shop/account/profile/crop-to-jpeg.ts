import { AVATAR_MAX, AVATAR_MAX_LENGTH, AVATAR_QUALITY } from '#core/accounts/account.ts';
import type { Square } from './avatar-crop.ts';

export async function cropToJpeg(picture: HTMLImageElement, { x, y, size }: Square): Promise<string> {
  const side = Math.min(AVATAR_MAX, Math.floor(size));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The canvas is not available');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, size, size, 0, 0, side, side);
  const file = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', AVATAR_QUALITY / 100);
  });
  if (!file) throw new Error('The picture could not be encoded');
  const url = await readAsDataUrl(file);
  if (url.length > AVATAR_MAX_LENGTH) throw new Error('The picture is too large');
  return url;
}

/** The content security policy forbids object URLs. */
export function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('The picture could not be read')));
    reader.readAsDataURL(file);
  });
}
