import { describe, expect, test } from 'vitest';
import { computeToastOffset } from './toast-offset.ts';

const box = (top: number, height = 44, left = 16, width = 328) => ({
  top,
  bottom: top + height,
  left,
  right: left + width,
});

const placing = {
  toasts: { left: 16, right: 344, height: 80 },
  screenHeight: 740,
  offset: 0,
  causes: [],
  controls: [],
};

const at = (offset: number, height = 80) => ({ top: 740 - 16 - offset - height, bottom: 740 - 16 - offset });

describe('the position of toasts', () => {
  test.each([
    ['at the foot when nothing is in the way', {}, 0],
    ['at the foot when the cause is elsewhere', { causes: [box(100)] }, 0],
    ['at the foot when the cause is beside them', { causes: [box(650, 44, 350, 100)] }, 0],
    ['above a cause at the foot', { causes: [box(690)] }, 42],
    ['still there while that is clear', { offset: 42, causes: [box(690)] }, 42],
    ['still there when the cause is gone', { offset: 42 }, 42],
    ['above the buttons of a dialog too', { causes: [box(690)], controls: [box(690), box(640)] }, 92],
    ['back within a screen that became lower', { offset: 900 }, 0],
  ])('%s', (_, given, offset) => {
    expect(computeToastOffset({ ...placing, ...given })).toBe(offset);
  });

  test('never on a cause, wherever it is, even at the cost of other controls', () => {
    const controls = Array.from({ length: 13 }, (_, index) => box(20 + index * 54));
    for (let top = 0; top <= 696; top += 4) {
      for (const height of [80, 170, 270]) {
        const offset = computeToastOffset({
          ...placing,
          toasts: { ...placing.toasts, height },
          causes: [box(top)],
          controls,
        });
        const toasts = at(offset, height);
        expect(toasts.top).toBeGreaterThanOrEqual(16);
        expect(toasts.bottom).toBeLessThanOrEqual(724);
        expect(toasts.top >= top + 44 || toasts.bottom <= top).toBe(true);
      }
    }
  });
});
