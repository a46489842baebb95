import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const PACKAGE = join(import.meta.dirname, 'node_modules/@fontsource/barlow-semi-condensed');
const FONTS = join(import.meta.dirname, '../../app/styles/font');

/** The characters of headings in English. app/styles/fonts.css has the same as ranges. */
const ENGLISH = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}–—‘’“”…·×®™°`;

/* English alone has 13 kB instead of 23. That fits into the first packets of a connection and saves a round trip. */
const whole = join(PACKAGE, 'files/barlow-semi-condensed-latin-600-normal.woff2');
await copyFile(whole, join(FONTS, 'barlow-semi-condensed-600-latin.woff2'));
await copyFile(join(PACKAGE, 'LICENSE'), join(FONTS, 'LICENSE'));
await writeFile(
  join(FONTS, 'barlow-semi-condensed-600-english.woff2'),
  await subsetFont(await readFile(whole), ENGLISH, { targetFormat: 'woff2', noLayoutClosure: true }),
);
