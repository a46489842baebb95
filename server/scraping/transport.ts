import { setTimeout as pause } from 'node:timers/promises';

/** How long a request may take whose caller names no time-out, and what it gets on top of it, in milliseconds. */
const USUAL_TIMEOUT = 30_000;
const TIMEOUT_ALLOWANCE = 5_000;

/** Spec §9, Scraping client. */
const MOST_RETRIES = 3;
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 10_000;

/** The most that the service may answer, in bytes. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

interface Answer {
  status: number;
  data: Record<string, unknown>;
}

export interface TransportOptions {
  /** Waits before another try; a test sees how long, and does not wait. */
  wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** Gives up: the process stops. */
  signal?: AbortSignal | undefined;
}

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: { timeout?: number; [name: string]: unknown } | undefined;
}

/** No answer came. `code` is Node's word for why. */
export class NoAnswer extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Connection reset (or cut off in the middle of an answer), time-out, host not found, refused (Spec §8). */
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

/**
 * Sends a request to the scraping service, and again when that may help: after 1, 2 and 4 seconds (Spec §8, §9). In
 * the end it answers with whatever status the service gave.
 *
 * @throws {NoAnswer}
 */
export async function send(request: ServiceRequest, options: TransportOptions): Promise<Answer> {
  const wait = options.wait ?? waitUnlessStopped(options.signal);
  for (let retries = 0; ; retries += 1) {
    const answer = await sendOnce(request, options.signal).catch((error: unknown) => {
      if (error instanceof NoAnswer) return error;
      throw error;
    });
    const again =
      answer instanceof NoAnswer ? RETRYABLE_CODES.has(answer.code) : RETRYABLE_STATUSES.has(answer.status);
    if (again && retries < MOST_RETRIES) {
      await wait(Math.min(FIRST_DELAY * 2 ** retries, LONGEST_DELAY));
      continue;
    }
    if (answer instanceof NoAnswer) throw answer;
    return answer;
  }
}

/** A wait that ends at once, as a failure, when the process stops. */
export function waitUnlessStopped(signal: AbortSignal | undefined) {
  return (milliseconds: number): Promise<unknown> => pause(milliseconds, undefined, { signal });
}

async function sendOnce({ method, url, headers, body }: ServiceRequest, stop?: AbortSignal): Promise<Answer> {
  const timeout = AbortSignal.timeout((body?.timeout ?? USUAL_TIMEOUT) + TIMEOUT_ALLOWANCE);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      // The key goes to the service that was named and nowhere else.
      redirect: 'manual',
      signal: stop ? AbortSignal.any([timeout, stop]) : timeout,
    });
    return { status: response.status, data: parse(await readText(response)) };
  } catch (error) {
    // The process stops: the caller goes on after the next start.
    if (stop?.aborted) throw error;
    throw new NoAnswer(timeout.aborted ? 'ETIMEDOUT' : codeOf(error));
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new NoAnswer('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What is no JSON, such as a proxy's error page, says nothing. */
function parse(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function codeOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.code;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown';
}
