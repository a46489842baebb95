import { AVATAR_MIN } from '#core/accounts/account.ts';

export interface Square {
  x: number;
  y: number;
  size: number;
}

interface Size {
  width: number;
  height: number;
}

/** Larger files would block the page. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

const MAX_SIDE = 20_000;

/** Checks the size of a picture. Returns an error message, or undefined. */
export function findPictureProblem({ width, height }: Size): string | undefined {
  if (width < AVATAR_MIN || height < AVATAR_MIN) {
    return `This picture is too small. Please choose one of at least ${AVATAR_MIN} x ${AVATAR_MIN} pixels.`;
  }
  if (width > MAX_SIDE || height > MAX_SIDE) {
    return `This picture is too large. Please choose one of at most ${MAX_SIDE.toLocaleString('en-US')} pixels on a side.`;
  }
  return undefined;
}

/** Centers a square with 90 % of the shorter side, or at least the minimum (Spec §2, Avatar dialog). */
export function initialSquare(picture: Size): Square {
  const size = Math.max(AVATAR_MIN, Math.min(picture.width, picture.height) * 0.9);
  return { x: (picture.width - size) / 2, y: (picture.height - size) / 2, size };
}

/** Scales the square around its center, within the picture and the minimum. */
export function scaleSquare(square: Square, factor: number, picture: Size): Square {
  const size = Math.min(Math.max(AVATAR_MIN, square.size * factor), Math.min(picture.width, picture.height));
  const shift = (square.size - size) / 2;
  return clampSquare({ x: square.x + shift, y: square.y + shift, size }, picture);
}

/** Moves the square within the picture. `across` and `down` are shares of its size. */
export function moveSquare(square: Square, across: number, down: number, picture: Size): Square {
  return clampSquare(
    { ...square, x: square.x + across * square.size, y: square.y + down * square.size },
    picture,
  );
}

function clampSquare({ x, y, size }: Square, { width, height }: Size): Square {
  return { x: Math.min(Math.max(0, x), width - size), y: Math.min(Math.max(0, y), height - size), size };
}
