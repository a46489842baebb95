import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Files } from '#services';
import type { Env } from '../env.ts';
import { reason, StartError } from '../start-error.ts';
import { createFolderFiles } from './folder-files.ts';
import { keepFiles } from './kept-files.ts';
import { createS3Files, type S3Files } from './s3/s3-files.ts';
import type { S3Options, S3Settings } from './s3/s3-client.ts';
import { StoreError } from './s3/store-error.ts';

/** Of all processes of a machine. */
const KEPT_BYTES = 64 * 1024 * 1024;

export const folderOf = ({ dataDir }: Pick<Env, 'dataDir'>) => join(dataDir, 'files');

/** The files of the shop: in a bucket if one is configured, otherwise in the data folder. */
export function openFiles(env: Pick<Env, 'dataDir' | 'bucket'>): Files {
  return env.bucket ? createS3Files(env.bucket) : createFolderFiles(folderOf(env));
}

/** As `openFiles`, for a process that serves the shop. */
export function openServedFiles(env: Pick<Env, 'dataDir' | 'bucket'>, workers: number): Files {
  return env.bucket ? keepFiles(openFiles(env), KEPT_BYTES / workers) : openFiles(env);
}

/** Checks that the shop can store, read, list and delete files in the bucket. @throws {StartError} naming the variable. */
export async function checkBucket(bucket: S3Settings, options?: Partial<S3Options>): Promise<void> {
  const files = createS3Files(bucket, options);
  try {
    await tryOut(files);
  } catch (error) {
    throw new StartError(explain(error, bucket));
  } finally {
    files.close();
  }
}

async function tryOut(files: S3Files): Promise<void> {
  await files.list('checks', { limit: 1 });
  const name = `checks/${randomUUID()}.txt`;
  const content = Buffer.from('Partyard checks this bucket.');
  await files.put(name, content);
  const read = await files.get(name);
  await files.delete(name);
  if (!read || !content.equals(read)) throw new Error('a file that was stored is not there');
}

function explain(error: unknown, { endpoint, bucket, region, accessKey }: S3Settings): string {
  const code = error instanceof StoreError ? error.code : '';
  const actual = error instanceof StoreError ? error.region : undefined;
  if (actual !== undefined && actual !== region)
    return `FILES_S3_REGION must be ${actual} for the bucket ${bucket}.`;
  switch (code) {
    case 'NoSuchBucket':
    case 'HTTP404':
      return `FILES_S3_BUCKET: the store has no bucket ${bucket}.`;
    case 'SignatureDoesNotMatch':
      return `FILES_S3_SECRET_KEY is not the secret of the key ${accessKey}.`;
    case 'InvalidAccessKeyId':
      return `FILES_S3_ACCESS_KEY: the store does not know the key ${accessKey}.`;
    case 'AccessDenied':
    case 'HTTP403':
      return `FILES_S3_ACCESS_KEY: the key ${accessKey} may not list, read, write and delete files in the bucket ${bucket}.`;
    case 'RequestTimeTooSkewed':
      return 'The clock of this machine and that of the store of files (FILES_S3_ENDPOINT) differ.';
    default:
      return `The store of files can't be used (FILES_S3_ENDPOINT ${endpoint}): ${reason(error)}.`;
  }
}
