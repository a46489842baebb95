import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createS3Files } from '#server/files/s3/s3-files.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { runShop } from '../support/run-shop.ts';
import { inLong } from '../support/in-long.ts';
import { type S3StandIn, startS3StandIn } from '../support/s3-stand-in.ts';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let store: S3StandIn;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partyard-bucket-'));
  await chmod(folder, 0o755);
  store = await startS3StandIn();
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function environment(name: string, changes: Record<string, string> = {}): Record<string, string> {
  const { endpoint, bucket, region, accessKey, secretKey } = store.settings;
  return {
    DATA_DIR: join(folder, name),
    BACKUP_DIR: join(folder, 'backups'),
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_REGION: region,
    FILES_S3_ACCESS_KEY: accessKey,
    FILES_S3_SECRET_KEY: secretKey,
    ...changes,
  };
}

/** "npm run <script>" of a shop, without npm. Returns what it prints. */
function run(name: string, script: 'backup' | 'restore', ...words: string[]): Promise<string> {
  const [, , ...command] = packageJson.scripts[script].split(' ');
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { PATH: process.env['PATH'], ...environment(name) } };
    execFile(process.execPath, [...command, ...words], options, (_error, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });
}

inLong('a start with a wrong store of files ends with one line, and creates no database', async () => {
  const shop = runShop(environment('shop', { FILES_S3_REGION: 'us-east-1' }));
  expect((await shop.exited).code).toBe(1);
  expect(shop.lines.filter((line) => !line.startsWith('Building'))).toEqual([
    "Partyard can't start. FILES_S3_REGION must be eu-test-1 for the bucket shop.",
  ]);
  expect(await readdir(folder)).toEqual([]);
});

inLong(
  'a shop serves, backs up and restores the files of its bucket, which no other shop may have',
  async () => {
    const name = 'pictures/0123456789abcdef0123456789abcdef-320.webp';
    await createS3Files(store.settings).put(name, Buffer.from('a picture'));
    const shop = runShop(environment('shop'));
    try {
      const served = await fetch(`${await shop.ready()}/files/${name}`);
      expect(await served.text()).toBe('a picture');
      expect(await run('shop', 'backup')).toContain(' 1 pictures, ');
    } finally {
      await shop.kill('SIGTERM');
    }
    const backup = (await readdir(join(folder, 'backups'))).find((each) => each.endsWith('Z')) ?? '';
    await createS3Files(store.settings).put('photos/of-another-shop.webp', Buffer.from('a photograph'));
    store.objects.delete(name);
    expect(await run('other', 'restore', backup)).toMatch(/^The bucket shop has files\./);
    expect(await readdir(folder)).not.toContain('other');
    expect(await run('other', 'restore', backup, '--same-bucket')).toMatch(/^Restored /);
    expect(store.objects.get(name)?.content.toString()).toBe('a picture');
  },
);
