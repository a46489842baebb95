import type { ImporterState } from './crawl-state.ts';

export class Refused extends Error {
  /** State of the visitor, if it is the reason. */
  readonly visitor: 'signed out' | 'no admin' | undefined;

  constructor(message: string, visitor?: 'signed out' | 'no admin') {
    super(message);
    this.visitor = visitor;
  }
}

/** The server retries a key test for minutes. */
const TIMEOUT_MS = 180_000;

export async function fetchState(): Promise<ImporterState> {
  const response = await fetch('/functions/v1/catalog-crawl', { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`catalog-crawl returned ${response.status}`);
  return (await response.json()) as ImporterState;
}

/** Throws Refused. */
export async function sendRequest(
  name: 'catalog-crawl' | 'cancel-crawl' | 'test-scraping-key' | 'catalog-import',
  body: object,
): Promise<void> {
  const response = await fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return;
  const result = (await response.json().catch(() => null)) as {
    error?: string;
    visitor?: Refused['visitor'];
  } | null;
  if (response.status < 500 && result?.error) throw new Refused(result.error, result.visitor);
  throw new Error(`${name} returned ${response.status}`);
}
