import { z } from 'zod';
import { type CrawledPage, ScrapingError } from '#core/imports/scraping.server.ts';

const page = z.record(z.string(), z.unknown());

/** Messages of the WebSocket (Spec §7, Scraping service). */
const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('catchup'), data: z.object({ data: z.array(page).optional() }) }),
  z.object({ type: z.literal('document'), data: page }),
  z.object({ type: z.literal('error'), error: z.string().catch('WebSocket error') }),
  z.object({ type: z.literal('done') }),
]);

interface WatchCrawl {
  id: string;
  apiKey: string;
  apiUrl: string;
  signal?: AbortSignal | undefined;
  onPage: (page: CrawledPage) => void;
}

/** Follows a crawl to its end. @throws {ScrapingError}, also if the connection ends early. */
export function watchCrawl({ id, apiKey, apiUrl, signal, onPage }: WatchCrawl): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = [];
  const socket = new WebSocket(`${apiUrl.replace(/^http/, 'ws')}/v1/crawl/${id}`, apiKey);
  const addPages = (more: CrawledPage[]) => {
    for (const each of more) {
      pages.push(each);
      onPage(each);
    }
  };
  return new Promise((resolve, reject) => {
    const fail = (text: string) => reject(new ScrapingError(text.replaceAll(apiKey, '[key]'), 500));
    function read(text: unknown) {
      const parsed = message.safeParse(parseJson(text));
      if (!parsed.success) return;
      if (parsed.data.type === 'catchup') addPages(parsed.data.data.data ?? []);
      if (parsed.data.type === 'document') addPages([parsed.data.data]);
      if (parsed.data.type === 'error') fail(parsed.data.error);
      if (parsed.data.type === 'done') resolve(pages);
      if (parsed.data.type === 'error' || parsed.data.type === 'done') socket.close();
    }
    socket.addEventListener('message', ({ data }) => read(data));
    socket.addEventListener('error', () => fail('WebSocket error'));
    socket.addEventListener('close', ({ reason }) => {
      // The close reason may contain the last message.
      read(reason);
      fail('The connection ended before the crawl was done');
    });
    signal?.addEventListener('abort', () => {
      socket.close();
      reject(signal.reason as Error);
    });
  });
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
