import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { buildIfChanged } from './build.ts';
import { UNBUNDLED_PACKAGES } from './entries.ts';

const ROOT = join(import.meta.dirname, '..');

/** A built shop reads these from the folders of the project. */
const DATA_FILES = [
  'db/migrations',
  'app/core/vehicles/vpic/vehicles.bin',
  'app/core/platform/fonts',
  'public/parts',
  'public/placeholder.svg',
];

const forbiddenScripts = new Set(
  Object.entries(packageJson.allowScripts).flatMap(([name, isAllowed]) => (isAllowed ? [] : [name])),
);

interface Package {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Writes what production needs into a new folder: the build, data files, and the packages that are not in the build. */
async function pack(folder: string): Promise<void> {
  const build = await buildIfChanged(console.log);
  await mkdir(folder);
  for (const name of ['server', 'client'])
    await cp(join(build, name), join(folder, name), { recursive: true });
  for (const path of [...DATA_FILES, 'LICENSE'])
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  const names = new Set<string>();
  for (const name of UNBUNDLED_PACKAGES) await collect(name, names);
  for (const name of names)
    await cp(packageFolder(name), join(folder, 'node_modules', name), { recursive: true });
  const { name, version, license, type, imports } = packageJson;
  const content = { name, version, private: true, license, type, imports };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

function packageFolder(name: string): string {
  return join(ROOT, 'node_modules', name);
}

/** Collects a package and those that it needs. npm installs all in one folder, optional ones if they fit the system. */
async function collect(name: string, names: Set<string>, isOptional = false): Promise<void> {
  // An optional package does not work if its install script may not run.
  if (names.has(name) || (isOptional && forbiddenScripts.has(name))) return;
  const file = join(packageFolder(name), 'package.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isOptional && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return;
  names.add(name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(text) as Package;
  for (const other of Object.keys(dependencies)) await collect(other, names, other in optionalDependencies);
  for (const other of Object.keys(optionalDependencies)) await collect(other, names, true);
}

const [given, ...rest] = process.argv.slice(2);
if (given === undefined || rest.length > 0) {
  console.error('npm run pack -- FOLDER     writes what production needs into a new folder');
  process.exit(1);
}
const folder = resolve(given);
try {
  await pack(folder);
  console.log(`Packed     ${folder}`);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(folder, { recursive: true, force: true });
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
