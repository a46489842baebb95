import { setTimeout as pause } from 'node:timers/promises';

/** The allowance is added to every timeout. */
const DEFAULT_TIMEOUT_MS = 30_000;
const TIMEOUT_ALLOWANCE_MS = 5_000;

/** Spec §9, Scraping client, sets this number. */
const MAX_RETRIES = 3;
const FIRST_DELAY = 1_000;
const MAX_DELAY = 10_000;

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

interface ServiceResponse {
  status: number;
  data: Record<string, unknown>;
}

export interface TransportOptions {
  wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** Aborts when the process stops. */
  signal?: AbortSignal | undefined;
}

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: { timeout?: number; [name: string]: unknown } | undefined;
}

/** The request got no response. `code` is Node's error code. */
export class NoResponseError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The codes mean connection reset, timeout, host not found, and refused (Spec §8). */
const RETRYABLE_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
]);
const RETRYABLE_STATUSES = new Set([408, 504]);

/** Retries after 1, 2 and 4 seconds (Spec §8, §9). Returns the last response. @throws {NoResponseError} */
export async function send(request: ServiceRequest, options: TransportOptions): Promise<ServiceResponse> {
  const wait = options.wait ?? waitUnlessStopped(options.signal);
  for (let retries = 0; ; retries += 1) {
    const result = await sendOnce(request, options.signal).catch((error: unknown) => {
      if (error instanceof NoResponseError) return error;
      throw error;
    });
    const canRetry =
      result instanceof NoResponseError
        ? RETRYABLE_CODES.has(result.code)
        : RETRYABLE_STATUSES.has(result.status);
    if (canRetry && retries < MAX_RETRIES) {
      await wait(Math.min(FIRST_DELAY * 2 ** retries, MAX_DELAY));
      continue;
    }
    if (result instanceof NoResponseError) throw result;
    return result;
  }
}

export function waitUnlessStopped(signal: AbortSignal | undefined) {
  return (milliseconds: number): Promise<unknown> => pause(milliseconds, undefined, { signal });
}

async function sendOnce(
  { method, url, headers, body }: ServiceRequest,
  stop?: AbortSignal,
): Promise<ServiceResponse> {
  const timeout = AbortSignal.timeout((body?.timeout ?? DEFAULT_TIMEOUT_MS) + TIMEOUT_ALLOWANCE_MS);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      // A redirect could send the key elsewhere.
      redirect: 'manual',
      signal: stop ? AbortSignal.any([timeout, stop]) : timeout,
    });
    return { status: response.status, data: parse(await readText(response)) };
  } catch (error) {
    // The process is stopping, and the caller continues after the next start.
    if (stop?.aborted) throw error;
    throw new NoResponseError(timeout.aborted ? 'ETIMEDOUT' : errorCode(error));
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new NoResponseError('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses JSON; returns {} for other text, such as a proxy error page. */
function parse(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function errorCode(error: unknown): string {
  if (error instanceof NoResponseError) return error.code;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown';
}
