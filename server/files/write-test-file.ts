import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const TEST_BYTES = 64 * 1024;

/** Writes a test file and removes it. @throws if files can't be written to this folder. */
export async function writeTestFile(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}-${process.pid}`);
  try {
    const file = await open(path, 'w');
    try {
      await file.writeFile(randomBytes(TEST_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
