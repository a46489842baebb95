import { createHash } from 'node:crypto';
import type { Files, StoredFile } from '#core/platform/files.server.ts';
import { checkName, FILE_NAME, FOLDER_NAME, inChunks, listPage } from '../names.ts';
import { childrenOf, readXml, textOf, type XmlElement } from './read-xml.ts';
import {
  createS3Client,
  type S3Answer,
  type S3Client,
  type S3Options,
  type S3Settings,
} from './s3-client.ts';
import { StoreError } from './store-error.ts';

/** Memory for each file while it is stored. The store accepts smaller chunks only at the end. */
export const CHUNK_BYTES = 8 * 1024 * 1024;

const CONTENT_TYPES: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' };

/** Files in a bucket of an S3-compatible store. Only the shop can read it. */
export function createS3Files(settings: S3Settings, options?: Partial<S3Options>): Files {
  const client = createS3Client(settings, options);
  /** Some stores don't know the condition. */
  let hasCondition = true;

  async function putWhole(key: string, content: Buffer<ArrayBuffer>): Promise<boolean> {
    const put = (condition: Record<string, string>) =>
      client.send({
        method: 'PUT',
        key,
        headers: { ...condition, 'content-type': contentType(key), 'content-md5': md5(content, 'base64') },
        body: content,
      });
    return unlessPresent(key, put, (answer) => requireSum(answer, md5(content)));
  }

  /** A file appears only when all of its chunks are there. */
  async function putChunks(key: string, chunks: AsyncIterable<Buffer<ArrayBuffer>>): Promise<boolean> {
    const uploadId = await startUpload(client, key);
    try {
      const etags: string[] = [];
      for await (const chunk of chunks) {
        const answer = await client.send({
          method: 'PUT',
          key,
          query: { partNumber: String(etags.length + 1), uploadId },
          headers: { 'content-md5': md5(chunk, 'base64') },
          body: chunk,
        });
        requireSum(answer, md5(chunk));
        etags.push(requireTag(answer.headers));
      }
      const list = etags.map(
        (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
      );
      const complete = (condition: Record<string, string>) =>
        client.send({
          method: 'POST',
          key,
          query: { uploadId },
          headers: { ...condition, 'content-type': 'application/xml' },
          body: Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`),
        });
      const isNew = await unlessPresent(
        key,
        complete,
        (answer) => void readAnswer(answer, 'CompleteMultipartUploadResult'),
      );
      if (!isNew) await abort(key, uploadId);
      return isNew;
    } catch (error) {
      await abort(key, uploadId);
      throw error;
    }
  }

  /** The nightly clean-up removes what is left after a failure. */
  async function abort(key: string, uploadId: string): Promise<void> {
    await client.send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
  }

  /** Stores a file. Returns false if its name exists. */
  async function unlessPresent(
    key: string,
    store: (condition: Record<string, string>) => Promise<S3Answer>,
    check: (answer: S3Answer) => void,
  ): Promise<boolean> {
    const isConditional = hasCondition;
    try {
      if (!isConditional && (await isStored(client, key))) return false;
      check(await store(isConditional ? { 'if-none-match': '*' } : {}));
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (['PreconditionFailed', 'HTTP412'].includes(error.code)) return false;
      // The answer to the first attempt was lost.
      if (error.code === 'NoSuchUpload' && (await isStored(client, key))) return true;
      if (!isConditional || !['NotImplemented', 'HTTP501'].includes(error.code)) throw error;
      hasCondition = false;
      return unlessPresent(key, store, check);
    }
  }

  const files: Files = {
    async put(name, content) {
      const key = checkName(name, FILE_NAME);
      const chunks = inChunks(content, CHUNK_BYTES);
      const first = (await chunks.next()).value ?? Buffer.alloc(0);
      const second = first.length < CHUNK_BYTES ? undefined : (await chunks.next()).value;
      if (second === undefined) return putWhole(key, first);
      return putChunks(
        key,
        (async function* () {
          yield first;
          yield second;
          yield* chunks;
        })(),
      );
    },
    async get(name) {
      if (!FILE_NAME.test(name)) return undefined;
      return client.withRetries(async (deadline) => {
        const opened = await openFile(client, name, deadline);
        if (!opened) return undefined;
        const chunks: Uint8Array[] = [];
        for await (const chunk of opened) chunks.push(chunk);
        return Buffer.concat(chunks);
      });
    },
    async open(name) {
      if (!FILE_NAME.test(name)) return undefined;
      return client.withRetries((deadline) => openFile(client, name, deadline));
    },
    walk: (folder) => walk(client, checkName(folder, FOLDER_NAME)),
    list: (folder, page) => listPage(files.walk(folder), page),
    async delete(name) {
      await client.send({ method: 'DELETE', key: checkName(name, FILE_NAME) }).catch(ignoreMissing);
    },
    removeUnfinished: (before) => abortUploads(client, before),
  };
  return files;
}

async function openFile(client: S3Client, key: string, deadline: AbortSignal) {
  try {
    const { headers, content } = await client.open({ method: 'GET', key }, deadline);
    requireTag(headers);
    return checked(content, sumIn(headers));
  } catch (error) {
    return ignoreMissing(error);
  }
}

/** Ends with an error if the content differs from what was stored. `fetch` does so if the content is cut off. */
async function* checked(
  content: AsyncIterable<Uint8Array>,
  sum: string | undefined,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('md5');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (sum !== undefined && hash.digest('hex') !== sum)
    throw new StoreError('Damaged', 'the content differs from its checksum', { isTemporary: true });
}

async function* walk(client: S3Client, folder: string): AsyncGenerator<StoredFile> {
  let token: string | undefined;
  do {
    const page = readAnswer(
      await client.send({
        method: 'GET',
        query: {
          'list-type': '2',
          prefix: `${folder}/`,
          ...(token !== undefined && { 'continuation-token': token }),
        },
      }),
      'ListBucketResult',
    );
    for (const entry of childrenOf(page, 'Contents')) {
      const key = textOf(entry, 'Key') ?? '';
      if (!FILE_NAME.test(key)) continue;
      const sum = sumOf(textOf(entry, 'ETag'));
      yield {
        name: key.slice(folder.length + 1),
        size: Number(textOf(entry, 'Size')),
        storedAt: new Date(textOf(entry, 'LastModified') ?? ''),
        ...(sum !== undefined && { md5: sum }),
      };
    }
    const next = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : undefined;
    if (next !== undefined && next === token)
      throw new StoreError('EndlessList', 'the store repeats a page', { isTemporary: false });
    token = next;
  } while (token !== undefined);
}

async function isStored(client: S3Client, key: string): Promise<boolean> {
  const answer = await client.send({ method: 'HEAD', key }).catch(ignoreMissing);
  if (answer) requireTag(answer.headers);
  return answer !== undefined;
}

async function startUpload(client: S3Client, key: string): Promise<string> {
  const answer = await client.send({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { 'content-type': contentType(key) },
  });
  const uploadId = textOf(readAnswer(answer, 'InitiateMultipartUploadResult'), 'UploadId');
  if (!uploadId) throw new StoreError('MalformedAnswer', 'an upload without an id', { isTemporary: false });
  return uploadId;
}

/** No list shows chunks of uploads that were not completed, but they cost money. */
async function abortUploads(client: S3Client, before: Date): Promise<void> {
  const answer = await client.send({ method: 'GET', query: { uploads: '' } }).catch((error: unknown) => {
    if (error instanceof StoreError && ['NotImplemented', 'HTTP501'].includes(error.code)) return undefined;
    throw error;
  });
  for (const upload of answer ? childrenOf(readAnswer(answer, 'ListMultipartUploadsResult'), 'Upload') : []) {
    const key = textOf(upload, 'Key') ?? '';
    const uploadId = textOf(upload, 'UploadId') ?? '';
    if (!FILE_NAME.test(key) || !(new Date(textOf(upload, 'Initiated') ?? '') < before)) continue;
    await client.send({ method: 'DELETE', key, query: { uploadId } }).catch(ignoreMissing);
  }
}

/** Another document is not from the store, for example the page of a proxy. */
function readAnswer({ body }: S3Answer, name: string): XmlElement {
  try {
    const answer = readXml(body.toString('utf8'));
    if (answer.name === name) return answer;
    throw new Error(`It answered with ${answer.name}`);
  } catch (error) {
    throw new StoreError('MalformedAnswer', `the store did not answer with ${name}`, {
      isTemporary: false,
      cause: error,
    });
  }
}

/** A missing bucket is not a missing file. */
function ignoreMissing(error: unknown): undefined {
  const isMissing =
    error instanceof StoreError && ['NoSuchKey', 'NoSuchUpload', 'HTTP404'].includes(error.code);
  if (!isMissing) throw error;
}

function contentType(key: string): string {
  return CONTENT_TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

function md5(content: Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash('md5').update(content).digest(encoding);
}

/** Reads the MD5 in an ETag. Files of several chunks, and those that the store encrypts with its own key, have another ETag. */
function sumIn(headers: Headers): string | undefined {
  if (headers.get('x-amz-server-side-encryption')?.startsWith('aws:kms')) return undefined;
  if (headers.has('x-amz-server-side-encryption-customer-algorithm')) return undefined;
  return sumOf(headers.get('etag'));
}

function sumOf(etag: string | null | undefined): string | undefined {
  return /^"?([\da-f]{32})"?$/.exec(etag ?? '')?.[1];
}

/** Every store describes content by an ETag. An answer without one is not from the store, for example the page of a proxy. */
function requireTag(headers: Headers): string {
  const etag = headers.get('etag');
  if (etag) return etag;
  throw new StoreError('MalformedAnswer', 'an answer without an ETag', { isTemporary: true });
}

function requireSum({ headers }: S3Answer, sum: string): void {
  requireTag(headers);
  const stored = sumIn(headers);
  if (stored !== undefined && stored !== sum)
    throw new StoreError('Damaged', 'the store has something else than was sent', { isTemporary: false });
}
