import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { readXml, textOf, type XmlElement } from './read-xml.ts';
import { StoreError } from './store-error.ts';

export interface S3Settings {
  /** Example: 'https://s3.eu-central-1.amazonaws.com'. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** True if addresses have the bucket in their path instead of the host name. */
  pathStyle: boolean;
}

export interface S3Options {
  attempts: number;
  /** The longest silence of the store, in milliseconds. */
  idleMs: number;
  /** The limit for all attempts of a request together, in milliseconds. */
  deadlineMs: number;
  /** The delay before the second attempt, in milliseconds. It doubles with each one. */
  backoffMs: number;
}

const DEFAULTS: S3Options = { attempts: 4, idleMs: 10_000, deadlineMs: 60_000, backoffMs: 100 };

export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The call is about the bucket if there is no key. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
}

export interface S3Answer {
  headers: Headers;
  body: Buffer;
}

export interface S3Stream {
  headers: Headers;
  content: AsyncIterable<Uint8Array>;
}

/** The limit for answers that are read completely: lists and errors. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** A body may take this much longer than `idleMs` to be sent, because `fetch` reports no progress. */
const SLOWEST_UPLOAD_BYTES_PER_MS = 200;

/** These statuses mean that another request of the same kind may succeed. */
const TEMPORARY_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);
const TEMPORARY_CODES = new Set([
  'RequestTimeout',
  'SlowDown',
  'InternalError',
  'BadDigest',
  'OperationAborted',
]);

export interface S3Client {
  /** Reads the whole answer. @throws {StoreError} */
  send(call: S3Call): Promise<S3Answer>;
  /** Opens an answer without reading its content. Use it in `withRetries`. @throws {StoreError} */
  open(call: S3Call, deadline: AbortSignal): Promise<S3Stream>;
  /** Repeats work that fails temporarily, after growing and random delays. @throws {StoreError} */
  withRetries<Result>(work: (deadline: AbortSignal) => Promise<Result>): Promise<Result>;
}

export function createS3Client(settings: S3Settings, options: Partial<S3Options> = {}): S3Client {
  const { attempts, idleMs, deadlineMs, backoffMs } = { ...DEFAULTS, ...options };
  const { bucket, region, pathStyle } = settings;
  const base = new URL(settings.endpoint);
  if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`;
  const aws = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    region,
    service: 's3',
  });

  async function open(call: S3Call, deadline: AbortSignal): Promise<S3Stream> {
    const { method, key = '', query = {}, body } = call;
    const url = new URL(pathStyle ? `/${bucket}/${key}` : `/${key}`, base);
    url.search = new URLSearchParams(query).toString();
    const bodyHash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const idle = new AbortController();
    const timer = setTimeout(
      () => idle.abort(timeout(idleMs)),
      idleMs + (body?.length ?? 0) / SLOWEST_UPLOAD_BYTES_PER_MS,
    );
    try {
      const request = await aws.sign(url, {
        method,
        headers: { ...call.headers, 'x-amz-content-sha256': bodyHash },
        body: body ?? null,
        redirect: 'manual',
        signal: AbortSignal.any([deadline, idle.signal]),
      });
      const response = await fetch(request);
      const content = readWhileAlive(response, timer);
      if (response.ok) return { headers: response.headers, content };
      throw readError(response, await readWhole(content));
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  }

  /** The timer aborts the request when the store sends nothing. */
  async function* readWhileAlive({ body }: Response, timer: NodeJS.Timeout): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body ?? []) {
        timer.refresh();
        yield chunk;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async function withRetries<Result>(work: (deadline: AbortSignal) => Promise<Result>): Promise<Result> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(timeout(deadlineMs)), deadlineMs);
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await work(deadline.signal);
        } catch (error) {
          const failure = toStoreError(error);
          if (!failure.isTemporary || attempt === attempts || deadline.signal.aborted) throw failure;
          await wait(backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    open,
    withRetries,
    send: (call) =>
      withRetries(async (deadline) => {
        const { headers, content } = await open(call, deadline);
        const body = await readWhole(content);
        // Some operations begin with a success, and fail later.
        if (/<Error>/.test(body.subarray(0, 1_000).toString()))
          throw readError({ status: 200, headers }, body);
        return { headers, body };
      }),
  };
}

async function readWhole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new StoreError('TooLarge', 'the answer is too large', { isTemporary: false });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readError({ status, headers }: Pick<Response, 'status' | 'headers'>, body: Buffer): StoreError {
  const answer = tryToReadXml(body);
  const code = (answer && textOf(answer, 'Code')) ?? `HTTP${status}`;
  const message = (answer && textOf(answer, 'Message')) ?? `the store answered ${status}`;
  return new StoreError(code, message, {
    isTemporary: TEMPORARY_STATUS.has(status) || TEMPORARY_CODES.has(code),
    region: (answer && textOf(answer, 'Region')) ?? headers.get('x-amz-bucket-region') ?? undefined,
  });
}

function tryToReadXml(body: Buffer): XmlElement | undefined {
  try {
    return readXml(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function timeout(milliseconds: number): StoreError {
  return new StoreError('Timeout', `no answer within ${milliseconds / 1_000} seconds`, { isTemporary: true });
}

/** All other errors come from the network. `fetch` has them as the cause of its own error. */
function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { cause = error } = error as Error;
  const { code = 'Unreachable', message } = cause as NodeJS.ErrnoException;
  const isTemporary = !/^(ERR_(INVALID|SSL|TLS)|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code);
  return new StoreError(code, message || 'the store cannot be reached', { isTemporary, cause: error });
}
