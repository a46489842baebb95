interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface ToastLayout {
  toasts: Pick<Box, 'left' | 'right'> & { height: number };
  screenHeight: number;
  offset: number;
  /** Must not be covered. */
  causes: readonly Box[];
  /** Should not be covered. */
  controls: readonly Box[];
}

const TOAST_MARGIN = 16;
const GAP = 8;

/** Computes the offset in pixels that covers no cause and the fewest controls. Keeps an equally good `offset`. */
export function computeToastOffset({ toasts, screenHeight, offset, causes, controls }: ToastLayout): number {
  const bottomEdge = screenHeight - TOAST_MARGIN;
  const maxOffset = Math.max(0, bottomEdge - toasts.height - TOAST_MARGIN);
  const overlapping = [...causes, ...controls].filter(
    ({ left, right }) => left < toasts.right && right > toasts.left,
  );
  const offsets = overlapping
    .flatMap(({ top, bottom }) => [bottomEdge - (top - GAP), bottomEdge - (bottom + GAP + toasts.height)])
    .concat(0, maxOffset)
    .filter((candidate) => candidate >= 0 && candidate <= maxOffset)
    .toSorted((one, other) => one - other);

  const covers = (candidate: number, { top, bottom, left, right }: Box) =>
    left < toasts.right &&
    right > toasts.left &&
    top < bottomEdge - candidate &&
    bottom > bottomEdge - candidate - toasts.height;
  const cost = (candidate: number) =>
    causes.filter((box) => covers(candidate, box)).length * 1_000 +
    controls.filter((box) => covers(candidate, box)).length;

  return [offset, ...offsets]
    .filter((candidate) => candidate <= maxOffset)
    .reduce((best, candidate) => (cost(candidate) < cost(best) ? candidate : best));
}
