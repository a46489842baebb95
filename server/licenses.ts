import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Checks the lock files for all platforms (npm run licenses). Read a license before you add it here. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
]);

const DEVELOPMENT = new Set([
  'MPL-2.0',
  'CC-BY-4.0',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MIT OR WTFPL)',
  '(BSD-2-Clause OR MIT OR Apache-2.0)',
]);

const EXCEPTIONS: Record<string, readonly string[]> = {
  // A font may be served by any program. Its license lies beside the files (app/styles/font).
  '@fontsource/barlow-semi-condensed': ['OFL-1.1'],
  // Its license lies beside the fonts (app/core/platform/fonts).
  '@expo-google-fonts/noto-sans': ['MIT AND OFL-1.1'],
  isbot: ['Unlicense'],
  // It has types only, and may be used under either license.
  'type-fest': ['(MIT OR CC0-1.0)'],
  // Their license is MIT, but their package.json has no 'license'.
  ssh2: ['none'],
  'cpu-features': ['none'],
  buildcheck: ['none'],
  'png-js': ['none'],
  tweetnacl: ['Unlicense'],
  argparse: ['Python-2.0', 'PSF-2.0'],
};

/** These are linked dynamically, as the LGPL requires. */
const SHARP = /^@img\/sharp-/;
const SHARP_LICENSES = new Set([
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
const counts = new Map<string, number>();
const refused: string[] = [];
for (const [path, { license = 'none', dev = false, version }] of packages.flat()) {
  const name = path.split('node_modules/').at(-1) ?? '';
  if (name === '') continue;
  counts.set(license, (counts.get(license) ?? 0) + 1);
  const allowed =
    ALLOWED.has(license) ||
    (dev && DEVELOPMENT.has(license)) ||
    EXCEPTIONS[name]?.includes(license) ||
    (SHARP.test(name) && SHARP_LICENSES.has(license));
  if (!allowed) refused.push(`${name} ${version}: ${license}${dev ? '' : ', part of the running shop'}`);
}

const summary = [...counts]
  .toSorted(([, a], [, b]) => b - a)
  .map(([license, count]) => `${count} ${license}`);
console.log(summary.join(', '));
if (refused.length > 0) {
  console.error(`Not allowed (server/licenses.ts):\n${refused.join('\n')}`);
  process.exit(1);
}
