import { AVATAR_MIN } from './account.ts';

/** A square cut out of a picture, in pixels of the picture itself. */
export interface Square {
  x: number;
  y: number;
  size: number;
}

interface Size {
  width: number;
  height: number;
}

/** Files are read up to so many bytes: larger ones would stop the page. */
export const MAX_FILE = 50 * 1024 * 1024;

/** Pictures are cut up to so many pixels on a side. */
const MAX_SIDE = 20_000;

/** Why a picture can't become an avatar, in words, or undefined. */
export function pictureProblem({ width, height }: Size): string | undefined {
  if (width < AVATAR_MIN || height < AVATAR_MIN) {
    return `This picture is too small: it must have at least ${AVATAR_MIN} x ${AVATAR_MIN} pixels.`;
  }
  if (width > MAX_SIDE || height > MAX_SIDE) {
    return `This picture is too large: it can have at most ${MAX_SIDE.toLocaleString('en-US')} pixels on a side.`;
  }
  return undefined;
}

/** Spec §2, Avatar dialog: 90 % of the shorter side, centred, and never less than the minimum. */
export function startSquare(picture: Size): Square {
  const size = Math.max(AVATAR_MIN, Math.min(picture.width, picture.height) * 0.9);
  return { x: (picture.width - size) / 2, y: (picture.height - size) / 2, size };
}

/** The same square, larger or smaller about its middle, as far as picture and minimum allow. */
export function scaleSquare(square: Square, factor: number, picture: Size): Square {
  const size = Math.min(Math.max(AVATAR_MIN, square.size * factor), Math.min(picture.width, picture.height));
  const shift = (square.size - size) / 2;
  return within({ x: square.x + shift, y: square.y + shift, size }, picture);
}

/** The same square elsewhere; a step is a share of its size. */
export function moveSquare(square: Square, across: number, down: number, picture: Size): Square {
  return within({ ...square, x: square.x + across * square.size, y: square.y + down * square.size }, picture);
}

function within({ x, y, size }: Square, { width, height }: Size): Square {
  return { x: Math.min(Math.max(0, x), width - size), y: Math.min(Math.max(0, y), height - size), size };
}
