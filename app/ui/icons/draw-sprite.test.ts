import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { drawSprite, SPRITE } from './draw-sprite.ts';

test('every icon is drawn in the file ("npm run icons")', async () => {
  expect(await readFile(SPRITE, 'utf8')).toBe(await drawSprite());
});
