import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DownloadError, type DownloadedFile } from '#core/platform/downloads.server.ts';

export interface TemporaryFile extends AsyncDisposable {
  write(chunk: Uint8Array): Promise<void>;
  /** Hands the written file to the caller, who then disposes of it. */
  finish(facts: { etag: string | null; lastModified: string | null }): DownloadedFile;
}

const ZIP = Buffer.from('PK');

/** Creates a file without a name where the system allows it: it disappears however the process ends. */
export async function createTemporaryFile(maxBytes: number): Promise<TemporaryFile> {
  const folder = await mkdtemp(join(tmpdir(), 'partyard-import-'));
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const file = await open(join(folder, 'file'), 'wx+', 0o600).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  await remove();
  const hash = createHash('sha256');
  let bytes = 0;
  let first = Buffer.alloc(0);
  let end = Buffer.alloc(0);
  const dispose = async () => {
    await file.close();
    await remove();
  };
  return {
    async write(chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      hash.update(chunk);
      if (first.length < 2) first = Buffer.concat([first, chunk]).subarray(0, 2);
      end = Buffer.concat([end, chunk.subarray(-2)]).subarray(-2);
      await file.writeFile(chunk);
    },
    finish: (facts) => ({
      ...facts,
      bytes,
      sha256: hash.digest('hex'),
      // A workbook is a ZIP file, which can't be read when it is cut off. In UTF-16, a line break is two bytes in either order.
      endsWithBreak: first.equals(ZIP) ? null : end.some((byte) => byte === 0x0a || byte === 0x0d),
      async read(start, to) {
        const buffer = new Uint8Array(to - start);
        let filled = 0;
        while (filled < buffer.length) {
          const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled);
          if (bytesRead === 0) throw new Error('The temporary file is shorter than what was written');
          filled += bytesRead;
        }
        return buffer;
      },
      [Symbol.asyncDispose]: dispose,
    }),
    [Symbol.asyncDispose]: dispose,
  };
}

export function tooLarge(maxBytes: number): DownloadError {
  return new DownloadError(`The file is too large: at most ${Math.floor(maxBytes / 1024 ** 2)} MB`);
}
