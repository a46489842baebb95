import { join } from 'node:path';
import type { Files } from '#core/platform/files.server.ts';
import type { Env } from '../env.ts';
import { createFolderFiles } from './folder-files.ts';
import { keepFiles } from './kept-files.ts';

/** Maximum for all processes of a machine together. */
const KEPT_BYTES = 64 * 1024 * 1024;

type Where = Pick<Env, 'dataDir' | 'bucket'>;

export const folderOf = ({ dataDir }: Pick<Env, 'dataDir'>) => join(dataDir, 'files');

/** Opens the files of the shop: in a bucket if one is configured, otherwise in the data folder. */
export async function openFiles(env: Where): Promise<Files> {
  if (!env.bucket) return createFolderFiles(folderOf(env));
  // Most shops don't need this module.
  const { createS3Files } = await import('./s3/s3-files.ts');
  return createS3Files(env.bucket);
}

/** Opens files for a process that serves the shop, and keeps some in memory. */
export async function openServedFiles(env: Where, workers: number): Promise<Files> {
  const files = await openFiles(env);
  return env.bucket ? keepFiles(files, KEPT_BYTES / workers) : files;
}
