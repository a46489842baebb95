import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { access, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const BUILDS = join(ROOT, 'build');
const SOURCES = [
  'app',
  'server',
  'db/seed',
  'db/types.ts',
  'public',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
];
/** Never part of a build. */
const TEST = /\.test\.tsx?$/;
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt']);

/** How many builds are kept: a shop that is running reads its files from the one that it was started with. */
const KEPT = 3;

/** The shop can't be built, in one line for its operator. */
export class BuildError extends Error {}

/**
 * Builds the shop when its sources have changed since it was built last, and returns the folder of the build. That is
 * done in a process of its own: what builds needs more memory than the shop, and would keep it.
 *
 * @param signal gives up a build that is under way
 * @throws {BuildError} when it can't be built.
 */
export async function buildIfChanged(tell: (line: string) => void, signal?: AbortSignal): Promise<string> {
  const target = targetOfSources();
  if (await exists(target)) return target;

  tell('Building the shop (only when something has changed) ...');
  const builder = spawn(process.execPath, [import.meta.filename], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const giveUp = () => builder.kill();
  signal?.addEventListener('abort', giveUp, { once: true });
  const [code] = (await once(builder, 'close')) as [number | null];
  signal?.removeEventListener('abort', giveUp);
  // A builder that was killed has left it behind.
  await rm(unfinished(builder.pid), { recursive: true, force: true });
  signal?.throwIfAborted();
  if (code !== 0 || !(await exists(target))) throw new BuildError('The shop could not be built: see above.');
  return target;
}

/**
 * Each build has a folder of its own, named after its sources, and gets that name when it is whole: a process killed in
 * the middle, or a second one at the same time, does no harm.
 */
async function build(target: string): Promise<void> {
  // Vite itself may be there without it: packages of the shop can use it.
  const vite = await import('@react-router/dev/vite').then(
    () => import('vite'),
    () => undefined,
  );
  if (!vite) {
    console.error(
      'The app is not built, and the packages that build it are not installed: run "npm install".',
    );
    process.exit(1);
  }
  const fresh = unfinished(process.pid);
  try {
    await buildWith(vite, fresh);
    await compressFiles(join(fresh, 'client'));
    await rename(fresh, target).catch(async (error: unknown) => {
      // Another process was faster; its build is the same.
      if (!(await exists(target))) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  await removeOldBuilds();
}

function unfinished(pid: number | undefined): string {
  return join(BUILDS, `unfinished-${pid}`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Leaves the newest builds, and those that a running process is making. */
async function removeOldBuilds(): Promise<void> {
  const builds = await Promise.all(
    (await readdir(BUILDS)).map(async (name) => ({ name, made: (await stat(join(BUILDS, name))).mtimeMs })),
  );
  const old = builds
    .filter(({ name }) => !isBeingMade(name))
    .toSorted((a, b) => b.made - a.made)
    .slice(KEPT);
  for (const { name } of old) await rm(join(BUILDS, name), { recursive: true, force: true });
}

function isBeingMade(name: string): boolean {
  const pid = Number(name.match(/^unfinished-(\d+)$/)?.[1]);
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function buildWith(vite: typeof import('vite'), folder: string): Promise<void> {
  // Whatever is set where this runs (a test runner sets its own), what is built is for production.
  process.env.NODE_ENV = 'production';
  process.env.BUILD_DIRECTORY = relative(ROOT, folder);
  const builder = await vite.createBuilder({ root: ROOT, logLevel: 'error', mode: 'production' });
  await builder.buildApp();
}

/** Named by the contents of the sources. Reading them synchronously takes a quarter of the time that promises take. */
function targetOfSources(): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesIn)) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path.replaceAll(sep, '/')}\0${content.length}\0`).update(content);
  }
  return join(BUILDS, hash.digest('hex').slice(0, 16));
}

function filesIn(source: string): string[] {
  const path = join(ROOT, source);
  if (!statSync(path).isDirectory()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !TEST.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .toSorted();
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

if (import.meta.main) {
  const target = targetOfSources();
  if (!(await exists(target))) await build(target);
}
