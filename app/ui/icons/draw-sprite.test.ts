import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawSprite, SPRITE } from './draw-sprite.ts';
import { iconNames } from './icon-names.ts';

const APP = join(import.meta.dirname, '../..');

test('every icon is drawn in the file ("npm run icons")', async () => {
  expect(await readFile(SPRITE, 'utf8')).toBe(drawSprite());
});

test('every icon is used', async () => {
  const files = (await readdir(APP, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const sources = await Promise.all(files.map((file) => readFile(join(APP, file), 'utf8')));
  const named = new Set(sources.join('').match(/(?<=['"])\w+(?=['"])/g));
  expect(iconNames.filter((name) => !named.has(name))).toEqual([]);
});
