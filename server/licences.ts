import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * npm run licences
 *
 * Reads the license of each package from the lock files of the shop and of tools/, packages for other platforms
 * included, and fails when one is not on the list. Read a license before you add it here.
 */
const EVERYWHERE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
]);

/** What stays on the machines of those who build and test the shop. */
const BUILDING = new Set(['MPL-2.0', 'CC-BY-4.0', '(MIT AND Zlib)', '(MIT OR CC0-1.0)']);

/** What comes with Vite, which is asked for by whatever builds on it. It makes style sheets smaller, and is not changed. */
const LIGHTNING = /^lightningcss(-|$)/;

/** One package each, and why. */
const EXCEPTIONS: Record<string, string> = {
  // A font may be served by any program. Its license lies beside the files (app/styles/font).
  '@fontsource/barlow-semi-condensed': 'OFL-1.1',
  // Public domain.
  isbot: 'Unlicense',
  // As free as the BSD licences.
  argparse: 'Python-2.0',
};

/** The library that reads pictures is linked at run time and can be exchanged, as the LGPL asks. */
const SHARP = /^@img\/sharp-/;
const OF_SHARP = new Set([
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]);

interface Locked {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>;
}

const ROOT = join(import.meta.dirname, '..');
const tools = await readdir(join(ROOT, 'tools'), { withFileTypes: true });
const folders = ['.', ...tools.filter((entry) => entry.isDirectory()).map(({ name }) => join('tools', name))];
const packages = await Promise.all(
  folders.map(async (folder) => {
    const lock = JSON.parse(await readFile(join(ROOT, folder, 'package-lock.json'), 'utf8')) as Locked;
    return Object.entries(lock.packages);
  }),
);
const counted = new Map<string, number>();
const refused: string[] = [];
for (const [path, { license = 'none', dev = false, version }] of packages.flat()) {
  const name = path.split('node_modules/').at(-1) ?? '';
  if (name === '') continue;
  counted.set(license, (counted.get(license) ?? 0) + 1);
  const allowed =
    EVERYWHERE.has(license) ||
    (dev && BUILDING.has(license)) ||
    EXCEPTIONS[name] === license ||
    (LIGHTNING.test(name) && license === 'MPL-2.0') ||
    (SHARP.test(name) && OF_SHARP.has(license));
  if (!allowed) refused.push(`${name} ${version}: ${license}${dev ? '' : ', part of the running shop'}`);
}

const counts = [...counted]
  .toSorted(([, a], [, b]) => b - a)
  .map(([license, count]) => `${count} ${license}`);
console.log(counts.join(', '));
if (refused.length > 0) {
  console.error(`Not allowed (server/licences.ts):\n${refused.join('\n')}`);
  process.exit(1);
}
