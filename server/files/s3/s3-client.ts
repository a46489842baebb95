import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { readXml, textOf, type XmlElement } from './read-xml.ts';
import { type Credentials, encodePath, encodeQuery, sha256, signRequest } from './sign.ts';
import { StoreError } from './store-error.ts';

export interface S3Settings extends Credentials {
  /** Such as https://s3.eu-central-1.amazonaws.com. */
  endpoint: string;
  bucket: string;
  region: string;
  /** Whether the bucket is in the path of an address, or in its host name. */
  pathStyle: boolean;
}

export interface S3Options {
  attempts: number;
  /** Without a byte, in milliseconds. */
  idleMs: number;
  /** Of all attempts of a request, in milliseconds. */
  deadlineMs: number;
  /** Before the second attempt, in milliseconds. Doubles with each one. */
  backoffMs: number;
  /** Finds the address of a host. */
  lookup?: LookupFunction;
}

const DEFAULTS: S3Options = { attempts: 4, idleMs: 10_000, deadlineMs: 60_000, backoffMs: 100 };

export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without it, the bucket. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

export interface S3Answer {
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Answers that are read completely: lists and errors. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const MAX_CONNECTIONS = 32;

/** What other requests of the same kind may not meet. */
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
  /** The answer's body is not read yet. For `withRetries`. @throws {StoreError} */
  open(call: S3Call, signal: AbortSignal): Promise<IncomingMessage>;
  /** Repeats work that fails temporarily, after growing and random delays. @throws {StoreError} */
  withRetries<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  close(): void;
}

export function createS3Client(settings: S3Settings, options: Partial<S3Options> = {}): S3Client {
  const { attempts, idleMs, deadlineMs, backoffMs, lookup } = { ...DEFAULTS, ...options };
  const { bucket, region, pathStyle } = settings;
  const url = new URL(settings.endpoint);
  const host = pathStyle ? url.host : `${bucket}.${url.host}`;
  const secure = url.protocol === 'https:';
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const request = secure ? requestHttps : requestHttp;

  function start(call: S3Call, signal: AbortSignal): Promise<IncomingMessage> {
    const { method, key = '', query = {}, body = new Uint8Array() } = call;
    const path = encodePath(pathStyle ? `/${bucket}/${key}` : `/${key}`);
    const bodyHash = sha256(body);
    const unsigned = { ...call.headers, host, 'x-amz-content-sha256': bodyHash };
    const headers = signRequest(
      { method, path, query, headers: unsigned, bodyHash },
      settings,
      { region, service: 's3' },
      new Date(),
    );
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          signal,
          method,
          ...(lookup && { lookup }),
          hostname: pathStyle ? url.hostname : `${bucket}.${url.hostname}`,
          port: url.port,
          path: Object.keys(query).length > 0 ? `${path}?${encodeQuery(query)}` : path,
          headers: { ...headers, 'content-length': String(body.length) },
        },
        resolve,
      );
      sent.setTimeout(idleMs, () => sent.destroy(timeout(idleMs)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async function open(call: S3Call, signal: AbortSignal): Promise<IncomingMessage> {
    const response = await start(call, signal);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    throw readError(status, response, await readWhole(response));
  }

  async function withRetries<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await work(deadline.signal);
        } catch (error) {
          const failure = deadline.signal.aborted ? timeout(deadlineMs) : toStoreError(error);
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
      withRetries(async (signal) => {
        const response = await open(call, signal);
        const body = await readWhole(response);
        // Some operations begin with a success, and fail later.
        if (/<Error>/.test(body.subarray(0, 1_000).toString()))
          throw readError(response.statusCode ?? 0, response, body);
        return { headers: response.headers, body };
      }),
    close: () => agent.destroy(),
  };
}

async function readWhole(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new StoreError('TooLarge', 'the answer is too large', { isTemporary: false });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readError(status: number, { headers }: IncomingMessage, body: Buffer): StoreError {
  const answer = tryToReadXml(body);
  const code = (answer && textOf(answer, 'Code')) ?? `HTTP${status}`;
  const message = (answer && textOf(answer, 'Message')) ?? `the store answered ${status}`;
  const region = headers['x-amz-bucket-region'];
  return new StoreError(code, message, {
    isTemporary: TEMPORARY_STATUS.has(status) || TEMPORARY_CODES.has(code),
    region: (answer && textOf(answer, 'Region')) ?? (typeof region === 'string' ? region : undefined),
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

/** All other errors are of the network. */
function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { code = 'Unreachable', message } = error as NodeJS.ErrnoException;
  const isTemporary = !/^(ERR_(INVALID|SSL|TLS)|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code);
  return new StoreError(code, message || 'the store cannot be reached', { isTemporary, cause: error });
}
