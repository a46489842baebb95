import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Installs the packages of a folder of tools/ once, because only some commands need them. Returns its node_modules. */
export async function installPackages(name: string): Promise<string> {
  const folder = join(import.meta.dirname, name);
  const packages = join(folder, 'node_modules');
  const copy = join(packages, '.installed-lock.json');
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  if ((await readFile(copy, 'utf8').catch(() => undefined)) === lock) return packages;

  console.error(`Installing the packages of tools/${name} (once) ...`);
  const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // On Windows, npm is a script.
    shell: process.platform === 'win32',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The packages of tools/${name} could not be installed.`);
  await writeFile(copy, lock);
  return packages;
}

if (import.meta.main) {
  for (const name of process.argv.slice(2)) await installPackages(name);
}
