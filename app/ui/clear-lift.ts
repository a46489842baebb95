interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Placing {
  /** Where the toasts lie, as wide and high as they are. Their top and bottom are not looked at. */
  toasts: Pick<Box, 'left' | 'right'> & { height: number };
  screenHeight: number;
  /** How far they are lifted now. */
  lift: number;
  /** What must not be covered. */
  causes: readonly Box[];
  /** What should not be covered. */
  controls: readonly Box[];
}

/** From the edges of the screen, and from what is not covered. */
const TOAST_MARGIN = 16;
const GAP = 8;

/**
 * How far to lift the toasts from their place at the foot of the screen, in pixels, so that they cover no cause and as
 * few other controls as can be. They stay where they are as long as nothing is gained by moving, and otherwise take
 * the lowest place.
 */
export function clearLift({ toasts, screenHeight, lift, causes, controls }: Placing): number {
  const foot = screenHeight - TOAST_MARGIN;
  const most = Math.max(0, foot - toasts.height - TOAST_MARGIN);
  const beside = [...causes, ...controls].filter(
    ({ left, right }) => left < toasts.right && right > toasts.left,
  );
  const places = beside
    .flatMap(({ top, bottom }) => [foot - (top - GAP), foot - (bottom + GAP + toasts.height)])
    .concat(0, most)
    .filter((place) => place >= 0 && place <= most)
    .toSorted((one, other) => one - other);

  const covers = (place: number, { top, bottom, left, right }: Box) =>
    left < toasts.right && right > toasts.left && top < foot - place && bottom > foot - place - toasts.height;
  const cost = (place: number) =>
    causes.filter((box) => covers(place, box)).length * 1_000 +
    controls.filter((box) => covers(place, box)).length;

  return [lift, ...places]
    .filter((place) => place <= most)
    .reduce((best, place) => (cost(place) < cost(best) ? place : best));
}
