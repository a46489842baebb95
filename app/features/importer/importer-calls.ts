import type { ImporterState } from '#domain/crawl-state.ts';

/** The server has said no, and why. */
export class Refused extends Error {
  /** What the server knows of the visitor, when that is the reason. */
  readonly visitor: 'signed out' | 'no admin' | undefined;

  constructor(message: string, visitor?: 'signed out' | 'no admin') {
    super(message);
    this.visitor = visitor;
  }
}

/** A key is tried for as long as the server tries it, in milliseconds. */
const PATIENCE = 180_000;

export async function fetchState(): Promise<ImporterState> {
  const response = await fetch('/functions/v1/catalog-crawl', { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`catalog-crawl answered ${response.status}`);
  return (await response.json()) as ImporterState;
}

/** Sends one of the importer's calls. Fails with Refused when the server says why it does not do it. */
export async function call(
  name: 'catalog-crawl' | 'cancel-crawl' | 'test-scraping-key' | 'catalog-import',
  body: object,
): Promise<void> {
  const response = await fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (response.ok) return;
  const answer = (await response.json().catch(() => null)) as {
    error?: string;
    visitor?: Refused['visitor'];
  } | null;
  if (response.status < 500 && answer?.error) throw new Refused(answer.error, answer.visitor);
  throw new Error(`${name} answered ${response.status}`);
}
