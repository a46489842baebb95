import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { access, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BuildError } from './run-shop.ts';

const ROOT = join(import.meta.dirname, '..');
const BUILDS = join(ROOT, 'build');
export const BUILD_SOURCES = [
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
const TEST = /\.test\.tsx?$/;
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt', '.wasm']);

/** A running shop reads its files from an older build. */
const MAX_BUILDS = 3;

/** Builds in a separate process, because that needs more memory than the shop. @throws {BuildError} */
export async function buildIfChanged(print: (line: string) => void, signal?: AbortSignal): Promise<string> {
  const target = readTargetFolder();
  if (await exists(target)) return target;

  print('Building the shop (only when something has changed) ...');
  const builder = spawn(process.execPath, [import.meta.filename], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const abort = () => builder.kill();
  signal?.addEventListener('abort', abort, { once: true });
  const [code] = (await once(builder, 'close')) as [number | null];
  signal?.removeEventListener('abort', abort);
  await rm(unfinished(builder.pid), { recursive: true, force: true });
  signal?.throwIfAborted();
  if (code !== 0 || !(await exists(target))) throw new BuildError('The shop could not be built: see above.');
  return target;
}

/** Builds in a temporary folder and renames it, so that a killed or concurrent process leaves no incomplete build. */
async function build(target: string): Promise<void> {
  // A production install may contain Vite without React Router's plugin.
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
  const temporary = unfinished(process.pid);
  try {
    await buildWith(vite, temporary);
    await compressFiles(join(temporary, 'client'));
    await rename(temporary, target).catch(async (error: unknown) => {
      if (!(await exists(target))) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
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

/** Keeps the newest builds and unfinished builds of running processes. Compiled code is written anew (start.js). */
async function removeOldBuilds(): Promise<void> {
  await rm(join(BUILDS, 'compile-cache'), { recursive: true, force: true });
  const builds = await Promise.all(
    (await readdir(BUILDS)).map(async (name) => ({
      name,
      builtAt: (await stat(join(BUILDS, name))).mtimeMs,
    })),
  );
  const old = builds
    .filter(({ name }) => !isBuilding(name))
    .toSorted((a, b) => b.builtAt - a.builtAt)
    .slice(MAX_BUILDS);
  for (const { name } of old) await rm(join(BUILDS, name), { recursive: true, force: true });
}

function isBuilding(name: string): boolean {
  const pid = Number(name.match(/^unfinished-(\d+)$/)?.[1]);
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function buildWith(vite: typeof import('vite'), folder: string): Promise<void> {
  process.env.NODE_ENV = 'production';
  process.env.BUILD_DIRECTORY = relative(ROOT, folder);
  const builder = await vite.createBuilder({ root: ROOT, logLevel: 'error', mode: 'production' });
  await builder.buildApp();
}

/** The folder's name is a hash of the sources. Reading them synchronously is four times as fast. */
function readTargetFolder(): string {
  const hash = createHash('sha256');
  for (const path of BUILD_SOURCES.flatMap(listFiles)) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path.replaceAll(sep, '/')}\0${content.length}\0`).update(content);
  }
  return join(BUILDS, hash.digest('hex').slice(0, 16));
}

function listFiles(source: string): string[] {
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
  const target = readTargetFolder();
  if (!(await exists(target))) await build(target);
}
