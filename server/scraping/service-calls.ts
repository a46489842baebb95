import { randomUUID } from 'node:crypto';
import { type CrawlResponse, ScrapingError } from '#core/imports/scraping.server.ts';
import { readCrawlResponse } from './crawl-response.ts';
import { NoResponseError, send, type TransportOptions } from './transport.ts';

/** The client name and version of the specification. */
const ORIGIN = 'js-sdk@1.25.1';

/** The service explains these statuses in an error text (Spec §8). */
const EXPLAINED_STATUSES = new Set([400, 402, 403, 408, 409, 500]);

/** A longer message of the service is cut off. */
const MAX_MESSAGE_CHARACTERS = 500;

const ID = /^[\w-]{1,100}$/;

export interface ServiceOptions extends TransportOptions {
  apiKey: string;
  /** The address has no trailing slash. */
  apiUrl: string;
}

export interface ServiceCall {
  /** The action in error messages. */
  action: string;
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: object;
  /** The service starts one job per key. */
  idempotencyKey?: string | undefined;
  missing?: string;
}

export interface Paging {
  /** The query of the link to the next page. */
  next?: string | undefined;
  skip?: number | undefined;
  limit?: number | undefined;
}

/** Calls the service (Spec §7, §8, §9). Failures are ScrapingErrors, whose messages do not contain the key. */
export class ServiceCalls {
  readonly options: ServiceOptions;

  constructor(options: ServiceOptions) {
    if (options.apiKey === '') throw new ScrapingError('No API key provided', 401);
    this.options = options;
  }

  /** Sends a call. @returns the JSON response. Its type is not checked. */
  async call<T>(call: ServiceCall): Promise<T> {
    const { action, method = 'POST', path, body, idempotencyKey, missing } = call;
    const { apiKey, apiUrl } = this.options;
    const request = {
      method,
      url: apiUrl + path,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${apiKey}`,
        ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
      },
      ...(body && { body: { ...body, origin: ORIGIN } }),
    };
    const { status, data } = await send(request, this.options).catch((error: unknown) => {
      if (!(error instanceof NoResponseError)) throw error;
      throw this.error(
        `No response received while trying to ${action} (${error.code}). This may be a network error or the server is unreachable.`,
        0,
      );
    });
    if (status === 200) return data as T;
    if (status === 404 && missing !== undefined) throw this.error(missing, 404);
    if (!EXPLAINED_STATUSES.has(status)) {
      throw this.error(
        `Unexpected error occurred while trying to ${action}. Status code: ${status}`,
        status,
        undefined,
        readWords(data),
      );
    }
    const { error = 'Unknown error occurred', details } = data;
    const more = details ? ` - ${JSON.stringify(details)}` : '';
    throw this.error(
      `Failed to ${action}. Status code: ${status}. Error: ${String(error)}${more}`,
      status,
      details,
    );
  }

  /** Starts a job and returns its id. `fallback` is the error message if the service gives none. */
  async start(call: ServiceCall, fallback: string): Promise<string> {
    const { success, id, error } = await this.call<{ success?: unknown; id?: string; error?: unknown }>({
      ...call,
      idempotencyKey: call.idempotencyKey ?? randomUUID(),
    });
    if (success && id !== undefined && ID.test(id)) return id;
    throw this.error(String(error || fallback), 400);
  }

  async crawlStatus(action: string, path: string, { next, skip, limit }: Paging): Promise<CrawlResponse> {
    const page = new URLSearchParams(next);
    if (skip !== undefined) page.set('skip', String(skip));
    if (limit !== undefined) page.set('limit', String(limit));
    const query = page.size > 0 ? `?${page}` : '';
    const response = readCrawlResponse(await this.call({ action, method: 'GET', path: path + query }));
    return { ...response, error: response.error && this.error(response.error, 200).message };
  }

  error(message: string, status: number, details?: unknown, words?: string): ScrapingError {
    const hideKey = (text: string) => text.replaceAll(this.options.apiKey, '[key]');
    return new ScrapingError(
      hideKey(message),
      status,
      details,
      words && hideKey(words).slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed(),
    );
  }
}

/** Reads the service's own message, and ignores values that are no text. */
function readWords({ error, message }: Record<string, unknown>): string | undefined {
  const words = [error, message].find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof words === 'string' ? words.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() : undefined;
}

/** Checks an id. @throws {ScrapingError} for ids that are unsafe in a URL. */
export function checkId(id: string, message: string): void {
  if (!ID.test(id)) throw new ScrapingError(message, 400);
}
