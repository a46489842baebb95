import { randomUUID } from 'node:crypto';
import type { Files } from '#core/platform/files.server.ts';
import { reason, StartError } from '../../start-error.ts';
import type { S3Options, S3Settings } from './s3-client.ts';
import { createS3Files } from './s3-files.ts';
import { StoreError } from './store-error.ts';

/** Checks that the shop can store, read, list and delete files in the bucket. @throws {StartError} naming the variable. */
export async function checkBucket(bucket: S3Settings, options?: Partial<S3Options>): Promise<void> {
  try {
    await tryOut(createS3Files(bucket, options));
  } catch (error) {
    throw new StartError(explain(error, bucket));
  }
}

async function tryOut(files: Files): Promise<void> {
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
