import { randomBytes } from 'node:crypto';
import { type Duplex, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

const KEY = 'a key for backups that is long enough';
const SEGMENT = 65_536;
const SEALED = SEGMENT + 16;
const SALT = 32;

async function run(step: Duplex, content: Buffer, chunkBytes = 10_000): Promise<Buffer> {
  const chunks = function* () {
    for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
  };
  const target = new PassThrough();
  const [, buffers] = await Promise.all([pipeline(Readable.from(chunks()), step, target), target.toArray()]);
  return Buffer.concat(buffers as Buffer[]);
}

describe('encrypted files', () => {
  test.each([0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 3 * SEGMENT + 7])(
    'open with their key: %i bytes',
    async (bytes) => {
      const content = randomBytes(bytes);
      const sealed = await run(encrypt(KEY), content);
      for (const chunk of [1_000, SEALED, 1_000_000]) {
        expect((await run(decrypt(KEY), sealed, chunk)).equals(content)).toBe(true);
      }
      expect(sealed.includes(content.subarray(0, 16)) && bytes >= 16).toBe(false);
    },
  );

  test('are different each time', async () => {
    const content = Buffer.from('the same');
    expect(await run(encrypt(KEY), content)).not.toEqual(await run(encrypt(KEY), content));
  });

  test('do not open with another key, changed, cut off, longer, or with segments that changed places', async () => {
    const sealed = await run(encrypt(KEY), randomBytes(3 * SEGMENT + 100));
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(SALT + SEALED + 5) ^ 1, SALT + SEALED + 5);
    const swapped = Buffer.concat([
      sealed.subarray(0, SALT),
      sealed.subarray(SALT + SEALED, SALT + 2 * SEALED),
      sealed.subarray(SALT, SALT + SEALED),
      sealed.subarray(SALT + 2 * SEALED),
    ]);
    await expect(run(decrypt(`${KEY}!`), sealed)).rejects.toThrow('BACKUP_KEY is not its key');
    await expect(run(decrypt(KEY), changed)).rejects.toThrow('changed or cut off');
    await expect(run(decrypt(KEY), swapped)).rejects.toThrow('changed or cut off');
    await expect(run(decrypt(KEY), Buffer.concat([sealed, sealed.subarray(-100)]))).rejects.toThrow(
      'changed or cut off',
    );
    for (const end of [0, 10, SALT, SALT + 10, SALT + SEALED, SALT + 2 * SEALED, sealed.length - 1]) {
      await expect(run(decrypt(KEY), sealed.subarray(0, end))).rejects.toThrow('cut off');
    }
  });
});
