import { expect, test } from 'vitest';
import { moveSquare, findPictureProblem, scaleSquare, initialSquare } from './avatar-crop.ts';

test('it starts centered with 90 % of the shorter side', () => {
  expect(initialSquare({ width: 1000, height: 1000 })).toEqual({ x: 50, y: 50, size: 900 });
  expect(initialSquare({ width: 2000, height: 1000 })).toEqual({ x: 550, y: 50, size: 900 });
  expect(initialSquare({ width: 105, height: 300 })).toEqual({ x: 2.5, y: 100, size: 100 });
});

test('it stays within the picture, and has at least 100 pixels', () => {
  const picture = { width: 400, height: 300 };
  expect(scaleSquare({ x: 0, y: 0, size: 200 }, 2, picture)).toEqual({ x: 0, y: 0, size: 300 });
  expect(scaleSquare({ x: 100, y: 100, size: 110 }, 0.5, picture)).toEqual({ x: 105, y: 105, size: 100 });
  expect(moveSquare({ x: 0, y: 0, size: 200 }, 5, -1, picture)).toEqual({ x: 200, y: 0, size: 200 });
});

test('a picture that is too small or too large has an error message', () => {
  expect(findPictureProblem({ width: 99, height: 500 })).toMatch(/too small.*100 x 100/);
  expect(findPictureProblem({ width: 500, height: 20_001 })).toMatch(/too large.*20,000/);
  expect(findPictureProblem({ width: 100, height: 20_000 })).toBeUndefined();
});
