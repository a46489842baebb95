import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { copyDataTo, createFolder } from '../support/data-folder.ts';
import { connectAsOwner } from '../support/embedded.ts';
import { addParts } from '../support/parts.ts';
import { runShop } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET } from '../support/test-database.ts';

const run = promisify(execFile);

/** A temporary file system in memory, which only root on Linux can mount; undefined if that is not allowed. */
async function smallDisk(
  folder: string,
  megabytes = 300,
): Promise<{ unmount: () => Promise<void> } | undefined> {
  await mkdir(folder);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'partyard', folder]);
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

inLong('on a full disk the shop is unhealthy, and healthy again once there is space', async ({ skip }) => {
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
      const sent = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          name: 'Dana',
          email: 'dana@example.com',
          subject: 'Hello',
          message: 'x'.repeat(4_000),
        }),
      };
      // Some pages of a table may have space left.
      const statuses = [];
      for (let n = 0; n < 8; n += 1)
        statuses.push((await fetch(`${address}/functions/v1/send-contact-email`, sent)).status);
      expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
      const accepted = statuses.filter((status) => status === 200).length;
      await rm(filler);
      await expect.poll(() => health(address), { interval: 200, timeout: 8_000 }).toEqual(WELL);
      // Each accepted message is there with its two mails, and no other one.
      const owner = await connectAsOwner(dataDir);
      const { rows } = await owner.query(
        'select (select count(*)::int from contact_messages) as messages, (select count(*)::int from mails) as mails',
      );
      await owner.end();
      expect(rows).toEqual([{ messages: accepted, mails: 2 * accepted }]);
    } finally {
      await shop.kill('SIGTERM');
    }
  } finally {
    await disk?.unmount();
    await rm(folder, { recursive: true, force: true });
  }
});

inLong(
  'while files have no space, an upload gets 503 and leaves nothing, and all else works',
  async ({ skip }) => {
    skip(
      process.platform !== 'linux' || process.getuid?.() !== 0,
      'only root on Linux can mount a small disk',
    );
    const folder = await createFolder('full-files');
    const disk = await smallDisk(join(folder, 'disk'), 8);
    await using database = await createTestDatabase();
    try {
      skip(!disk, 'this root may not mount');
      const dataDir = join(folder, 'disk');
      const admin = { email: 'ada@example.com', password: 'a password for Ada' };
      const shop = runShop({
        DATABASE_URL: database.ownerUrl,
        DATA_DIR: dataDir,
        AUTH_SECRET: TEST_SECRET,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'silent',
      });
      try {
        const address = await shop.ready();
        const [part = ''] = await addParts(database.owner, [{}]);
        const signedIn = await fetch(`${address}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(admin),
        });
        const Cookie = signedIn.headers
          .getSetCookie()
          .map((set) => set.split(';')[0])
          .join('; ');
        const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#963' } })
          .jpeg()
          .toBuffer();
        const upload = () => {
          const body = new FormData();
          body.set('id', randomUUID());
          body.set('picture', new File([new Uint8Array(photo)], 'photo.jpg'));
          return fetch(`${address}/admin/part/${part}/pictures`, {
            method: 'POST',
            body,
            headers: { Cookie },
          });
        };
        const stored = async () =>
          (await database.owner.query('select count(*)::int as pictures from part_pictures')).rows[0]
            .pictures;

        const filler = join(dataDir, 'filler');
        await fill(filler);
        const refused = await upload();
        expect({ status: refused.status, retry: refused.headers.has('Retry-After') }).toEqual({
          status: 503,
          retry: true,
        });
        expect(await stored()).toBe(0);
        expect(
          (await readdir(join(dataDir, 'files'), { recursive: true })).filter((name) =>
            /jpe?g|webp/.test(name),
          ),
        ).toEqual([]);
        await expect
          .poll(() => health(address), { interval: 200, timeout: 8_000 })
          .toEqual({ code: 503, status: 'unavailable', database: true, files: false });
        expect((await fetch(`${address}/api/parts`)).status).toBe(200);

        await rm(filler);
        expect((await upload()).status).toBe(200);
        expect(await stored()).toBe(1);
      } finally {
        await shop.kill('SIGTERM');
      }
    } finally {
      await disk?.unmount();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
