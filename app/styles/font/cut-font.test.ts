import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cutFont, FONT } from './cut-font.ts';

test('the file holds the font as it is cut ("npm run font")', async () => {
  expect((await readFile(FONT)).equals(await cutFont())).toBe(true);
});
