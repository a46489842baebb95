import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const PACKAGE = join(import.meta.dirname, 'node_modules/@fontsource/barlow-semi-condensed');
const FONTS = join(import.meta.dirname, '../../app/styles/font');
const NOTO = join(import.meta.dirname, 'node_modules/@expo-google-fonts/noto-sans');
const EVIDENCE = join(import.meta.dirname, '../../app/core/platform/fonts');

/** Characters of headings in English. app/styles/fonts.css has the same as ranges. */
const ENGLISH = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}–—‘’“”…·×®™°`;

/* English alone has 13 kB instead of 23. That fits into the first packets of a connection and saves a round trip. */
const whole = join(PACKAGE, 'files/barlow-semi-condensed-latin-600-normal.woff2');
await copyFile(whole, join(FONTS, 'barlow-semi-condensed-600-latin.woff2'));
await copyFile(join(PACKAGE, 'LICENSE'), join(FONTS, 'LICENSE'));
await writeFile(
  join(FONTS, 'barlow-semi-condensed-600-english.woff2'),
  await subsetFont(await readFile(whole), ENGLISH, { targetFormat: 'woff2', noLayoutClosure: true }),
);

/**
 * Characters of evidence files: Latin with its extensions, Greek, Cyrillic, punctuation, currencies, and the replacement for
 * all others.
 */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1eff],
  [0x2010, 0x203a],
  [0x20a0, 0x20bf],
  [0x2116, 0x2122],
  [0xfffd, 0xfffd],
] as const;
const names = RANGES.map(([first, last]) =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index)),
).join('');

/* A PDF has TrueType fonts. Reading their tables for ligatures, kerning and marks would double the time that a file takes. */
for (const [weight, file] of [
  ['400Regular', 'regular.ttf'],
  ['700Bold', 'bold.ttf'],
] as const) {
  await writeFile(
    join(EVIDENCE, file),
    await subsetFont(await readFile(join(NOTO, weight, `NotoSans_${weight}.ttf`)), names, {
      targetFormat: 'truetype',
      noLayoutClosure: true,
      noHinting: true,
      dropTables: ['GDEF', 'GPOS', 'GSUB', 'STAT', 'gasp'],
    }),
  );
}
await copyFile(join(NOTO, 'LICENSE_FONT'), join(EVIDENCE, 'LICENSE'));
