import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { StartError } from './start-error.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = [
  'app',
  'public',
  'db/types.ts',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
];
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt']);

/**
 * Builds the app when its sources have changed since the last build. A build is made beside the old one and takes
 * its place whole, so that a process killed in the middle, or a second one at the same time, does no harm.
 */
export async function buildIfChanged(tell: (line: string) => void): Promise<string> {
  const target = join(ROOT, 'build');
  const fingerprint = await fingerprintSources();
  const built = await readFile(join(target, 'fingerprint'), 'utf8').catch(() => undefined);
  if (built === fingerprint) return target;

  const vite = await import('vite').catch(() => undefined);
  if (!vite) {
    if (built) return target;
    throw new StartError(
      'The app is not built, and the packages that build it are not installed: run "npm install".',
    );
  }
  tell('Building the shop (only when something has changed) ...');
  await removeAbandonedBuilds();
  const fresh = join(ROOT, `build.new-${process.pid}`);
  try {
    process.env.BUILD_DIRECTORY = relative(ROOT, fresh);
    await buildWith(vite);
    await compressFiles(join(fresh, 'client'));
    await writeFile(join(fresh, 'fingerprint'), fingerprint);
    await rename(target, `${fresh}.old`).catch(() => undefined);
    await rename(fresh, target);
  } finally {
    await rm(`${fresh}.old`, { recursive: true, force: true });
    await rm(fresh, { recursive: true, force: true });
  }
  return target;
}

/** What processes that were killed while they built have left. */
async function removeAbandonedBuilds(): Promise<void> {
  for (const name of await readdir(ROOT)) {
    const pid = Number(name.match(/^build\.new-(\d+)/)?.[1]);
    if (pid && !isRunning(pid)) await rm(join(ROOT, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function buildWith(vite: typeof import('vite')): Promise<void> {
  const builder = await vite.createBuilder({ root: ROOT, logLevel: 'warn', mode: 'production' });
  await builder.buildApp();
}

/** Names, sizes and times of all sources: reading them takes milliseconds, where their contents would take longer. */
async function fingerprintSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    const info = await stat(path);
    const files = info.isDirectory() ? await readdir(path, { recursive: true, withFileTypes: true }) : [];
    const paths = info.isDirectory()
      ? files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
      : [path];
    const lines = await Promise.all(
      paths.map(async (file) => {
        const { size, mtimeMs } = await stat(file);
        return `${relative(ROOT, file)} ${size} ${mtimeMs}\n`;
      }),
    );
    hash.update(lines.toSorted().join(''));
  }
  return hash.digest('hex');
}

async function compressFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    files
      .filter((file) => file.isFile() && COMPRESSIBLE.has(extname(file.name)))
      .map(async (file) => {
        const path = join(file.parentPath, file.name);
        const content = await readFile(path);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}

if (import.meta.main) await buildIfChanged((line) => console.log(line));
