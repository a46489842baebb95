import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { iconNames } from './icon-names.ts';

const APP = join(import.meta.dirname, '../..');

test('sprite.svg contains exactly the icons that are named ("npm run icons")', async () => {
  const sprite = await readFile(join(import.meta.dirname, 'sprite.svg'), 'utf8');
  const drawn = sprite.matchAll(/^<symbol id="(\w+)" viewBox="0 0 24 24">(<[^\n]+)<\/symbol>$/gm);
  expect(Array.from(drawn, ([, name]) => name)).toEqual([...iconNames]);
});

test('every icon is used', async () => {
  const files = (await readdir(APP, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const sources = await Promise.all(files.map((file) => readFile(join(APP, file), 'utf8')));
  const named = new Set(sources.join('').match(/(?<=['"])\w+(?=['"])/g));
  expect(iconNames.filter((name) => !named.has(name))).toEqual([]);
});
