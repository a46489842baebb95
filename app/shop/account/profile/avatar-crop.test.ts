import { expect, test } from 'vitest';
import { findPictureProblem, initialSquare, MAX_FILE_BYTES, moveSquare, scaleSquare } from './avatar-crop.ts';

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
  expect(moveSquare({ x: 100, y: 0, size: 200 }, -5, 5, picture)).toEqual({ x: 0, y: 100, size: 200 });
});

test('it moves by shares of its size', () => {
  const picture = { width: 1000, height: 1000 };
  expect(moveSquare({ x: 300, y: 300, size: 200 }, 0.5, -0.25, picture)).toEqual({
    x: 400,
    y: 250,
    size: 200,
  });
});

test('a picture has 100 to 20,000 pixels on each side', () => {
  const small = /too small.*100 x 100/;
  const large = /too large.*20,000/;
  expect(findPictureProblem({ width: 99, height: 500 })).toMatch(small);
  expect(findPictureProblem({ width: 500, height: 99 })).toMatch(small);
  expect(findPictureProblem({ width: 20_001, height: 500 })).toMatch(large);
  expect(findPictureProblem({ width: 500, height: 20_001 })).toMatch(large);
  expect(findPictureProblem({ width: 100, height: 20_000 })).toBeUndefined();
  expect(findPictureProblem({ width: 20_000, height: 100 })).toBeUndefined();
});

test('a file has at most 50 MB', () => {
  expect(MAX_FILE_BYTES).toBe(52_428_800);
});
