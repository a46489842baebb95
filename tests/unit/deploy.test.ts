import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '#server/env.ts';
import { BUILD_SOURCES } from '#server/build.ts';
import { STOP_TIMEOUT_MS } from '#server/workers/supervise.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

/** Of Node, or only for compose.yaml. */
const OTHERS = ['NODE_COMPILE_CACHE', 'SITE_HOST', 'SHOP_ADDRESS', 'DATABASE_PASSWORD'];

const known = new Set<string>([...settingNames, ...OTHERS]);
const find = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

test.each([
  ['deploy/shop.env.example', /^#?([A-Z][A-Z\d_]*)=/gm],
  ['deploy/partyard.service', /^Environment=([A-Z\d_]+)=/gm],
  ['deploy/Caddyfile', /\{\$([A-Z_]+)/g],
  // In `environment`, but PostgreSQL's own.
  ['deploy/compose.yaml', /(?:^ {6}(?!POSTGRES_)|\$\{)([A-Z\d_]+)[:}]/gm],
  ['deploy/Dockerfile', /^(?:ENV| ) ([A-Z\d_]+)=/gm],
])('%s has only settings that exist', async (file, pattern) => {
  const names = find(await read(file), pattern);
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test.each([
  ['deploy/compose.yaml', /^ {2}shop:[^]*?stop_grace_period: (\d+)s/gm],
  ['deploy/partyard.service', /^TimeoutStopSec=(\d+)$/gm],
  ['deploy/Dockerfile', /docker stop --timeout (\d+)/g],
])('%s waits longer than the shop needs to stop', async (file, pattern) => {
  const [seconds] = find(await read(file), pattern);
  expect(Number(seconds)).toBe(30);
  expect(30_000).toBeGreaterThan(STOP_TIMEOUT_MS);
});

test('docs/configuration.md has a row for each setting, and no others', async () => {
  const rows = find(await read('docs/configuration.md'), /^\| (`[^|]*)\|/gm);
  const names = rows.flatMap((row) => find(row, /`([A-Z\d_]+)`/g));
  expect(names.toSorted()).toEqual([...settingNames].toSorted());
});

test('the image is packed from all that a build is made of, and has no more', async () => {
  const dockerfile = await read('deploy/Dockerfile');
  const ignored = await read('deploy/Dockerfile.dockerignore');
  const [build = '', last = ''] = dockerfile.split(/^FROM .*$/m).slice(1);
  const copied = find(build, /^COPY (.*) \S+$/gm).flatMap((sources) => sources.split(' '));
  for (const source of BUILD_SOURCES) {
    const [top = ''] = source.split('/');
    expect(copied).toContain(top);
    expect(ignored).toContain(`!${top}\n`);
  }
  expect(build).toContain('RUN npm run pack -- /shop\n');
  expect(find(last, /^(COPY .*)$/gm)).toEqual(['COPY --from=build /shop .']);
  expect(last).not.toContain('npm ');
  expect(last).toContain('USER node');
});

test('the files that the service and the image start exist', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const start = scripts['start']?.replace('exec node tools/node.js ', '') ?? '';
  expect(await read('deploy/partyard.service')).toContain(`ExecStart=/usr/bin/node ${start}\n`);
  expect(await read('deploy/Dockerfile')).toContain(
    `CMD ${JSON.stringify(['node', ...start.split(' ')]).replaceAll(',', ', ')}\n`,
  );
  await access(join(ROOT, start.split(' ').at(-1) ?? ''));
});
