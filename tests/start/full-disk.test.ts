import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyDataTo, createFolder } from '../support/data-folder.ts';
import { runShop } from '../support/run-shop.ts';

const run = promisify(execFile);

/** A temporary file system in memory, which only root on Linux can mount; undefined if that is not allowed. */
async function smallDisk(folder: string): Promise<{ unmount: () => Promise<void> } | undefined> {
  await mkdir(folder);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'partyard', folder]);
  } catch {
    return undefined;
  }
  return {
    async unmount() {
      await run('umount', [folder]);
    },
  };
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const size of [1024 * 1024, 4096]) {
      const block = Buffer.alloc(size, 'x');
      for (let taken = size; taken > 0;) {
        taken = await file.write(block).then(
          ({ bytesWritten }) => bytesWritten,
          () => 0,
        );
      }
    }
  } finally {
    await file.close();
  }
}

async function health(address: string): Promise<unknown> {
  const answer = await fetch(`${address}/health`);
  return { code: answer.status, ...((await answer.json()) as object) };
}

const WELL = { code: 200, status: 'ok' };

test('on a full disk the shop is unhealthy, and healthy again once there is space', async ({ skip }) => {
  skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root on Linux can mount a small disk');
  const folder = await createFolder('full-disk');
  const disk = await smallDisk(join(folder, 'disk'));
  try {
    skip(!disk, 'this root may not mount');
    const dataDir = join(folder, 'disk/data');
    await mkdir(dataDir);
    await copyDataTo(dataDir);
    const shop = runShop({ DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'silent' });
    try {
      const address = await shop.ready();
      expect(await health(address)).toEqual(WELL);
      const filler = join(folder, 'disk/filler');
      await fill(filler);
      await expect
        .poll(() => health(address), { interval: 200, timeout: 8_000 })
        .toEqual({ code: 503, status: 'unavailable', database: false, files: false });
      expect((await fetch(`${address}/health`)).headers.get('Retry-After')).toBe('5');
      const ready = await fetch(`${address}/ready`);
      expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ disk: false })]);
      // Reads still work.
      expect((await fetch(`${address}/api/parts`)).status).toBe(200);
      await rm(filler);
      await expect.poll(() => health(address), { interval: 200, timeout: 8_000 }).toEqual(WELL);
    } finally {
      await shop.kill('SIGTERM');
    }
  } finally {
    await disk?.unmount();
    await rm(folder, { recursive: true, force: true });
  }
});
