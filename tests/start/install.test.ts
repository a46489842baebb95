import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inLong } from '../support/in-long.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_MB = 350;

test(`the packages of the shop take less than ${LIMIT_MB} MB ("npm ci" removes other packages)`, async () => {
  const packages = join(ROOT, 'node_modules');
  const entries = await readdir(packages, { recursive: true, withFileTypes: true });
  // The folders of the caches of Vite and Vitest start with a dot.
  const installed = entries
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/^\.[^/\\]*[/\\]/.test(path.slice(packages.length + 1)));
  const sizes = await Promise.all(installed.map(async (path) => (await lstat(path)).blocks * 512));
  expect(sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20).toBeLessThan(LIMIT_MB);
});

test('a built shop needs none of the packages that build and test it', async () => {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  const names = kept.map(([path]) => path.replace('node_modules/', ''));
  for (const name of ['vite', 'vitest', 'rolldown', 'typescript', 'tailwindcss'])
    expect(names).not.toContain(name);
  expect(names.filter((name) => name.startsWith('node-'))).toEqual([]);
});

test('all versions are exact, and the shop does not contain the packages of tools/', async () => {
  const names = await readdir(join(ROOT, 'tools'), { withFileTypes: true });
  const tools = names.filter((entry) => entry.isDirectory()).map(({ name }) => `tools/${name}`);
  const shop = await packagesOf('.');
  for (const folder of tools) {
    for (const name of Object.keys(await packagesOf(folder))) {
      // React renders the icons.
      if (name !== 'react' && name !== 'react-dom') expect(Object.keys(shop)).not.toContain(name);
    }
  }
  for (const folder of ['.', ...tools]) {
    for (const version of Object.values(await packagesOf(folder))) {
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  }
});

async function packagesOf(folder: string): Promise<Record<string, string>> {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    await readFile(join(ROOT, folder, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string> | undefined>;
  return { ...dependencies, ...devDependencies, ...optionalDependencies };
}

describe('a command with its own packages', { timeout: 90_000 }, () => {
  let tools: string;

  beforeEach(async () => {
    tools = await mkdtemp(join(tmpdir(), 'partyard-tools-'));
    await cp(join(ROOT, 'tools/install.ts'), join(tools, 'install.ts'));
    await mkdir(join(tools, 'one/two'), { recursive: true });
    await write('package.json', { type: 'module' });
    await write('one/package.json', { name: 'one', dependencies: { two: 'file:two' } });
    await write('one/two/package.json', { name: 'two', version: '1.0.0' });
    await writeLock(1);
  });
  afterEach(() => rm(tools, { recursive: true }));

  const write = (file: string, content: object) => writeFile(join(tools, file), JSON.stringify(content));

  const writeLock = (edition: number, name = 'two') =>
    write('one/package-lock.json', {
      name: 'one',
      edition,
      lockfileVersion: 3,
      packages: {
        '': { name: 'one', dependencies: { [name]: 'file:two' } },
        [`node_modules/${name}`]: { resolved: 'two', link: true },
        two: { version: '1.0.0' },
      },
    });

  const install = async () =>
    (await promisify(execFile)(process.execPath, [join(tools, 'install.ts'), 'one'])).stderr;

  inLong('installs them once, and again after a change of the lock file', async () => {
    expect(await install()).toContain('Installing the packages of tools/one');
    expect(await readdir(join(tools, 'one/node_modules'))).toContain('two');
    expect(await install()).toBe('');
    await writeLock(2);
    expect(await install()).toContain('Installing the packages of tools/one');
    expect(await install()).toBe('');
  });

  inLong("fails if they can't be installed, and tries again next time", async () => {
    await writeLock(1, 'three');
    for (const attempt of ['first', 'second']) {
      await expect(install(), attempt).rejects.toThrow('The packages of tools/one could not be installed.');
    }
  });
});
