import { z } from 'zod';
import { type CrawledPage, ScrapingError } from '#services';

const page = z.record(z.string(), z.unknown());

/** What the service says over the WebSocket (Spec §7, Scraping service). */
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

/**
 * Follows a crawl until it is done and gives its pages.
 *
 * @throws {ScrapingError} also when the connection ends before that.
 */
export function watchCrawl({ id, apiKey, apiUrl, signal, onPage }: WatchCrawl): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = [];
  const socket = new WebSocket(`${apiUrl.replace(/^http/, 'ws')}/v1/crawl/${id}`, apiKey);
  const take = (more: CrawledPage[]) => {
    for (const each of more) {
      pages.push(each);
      onPage(each);
    }
  };
  return new Promise((resolve, reject) => {
    const fail = (text: string) => reject(new ScrapingError(text.replaceAll(apiKey, '[key]'), 500));
    function read(text: unknown) {
      const said = message.safeParse(parseJson(text));
      if (!said.success) return;
      if (said.data.type === 'catchup') take(said.data.data.data ?? []);
      if (said.data.type === 'document') take([said.data.data]);
      if (said.data.type === 'error') fail(said.data.error);
      if (said.data.type === 'done') resolve(pages);
      if (said.data.type === 'error' || said.data.type === 'done') socket.close();
    }
    socket.addEventListener('message', ({ data }) => read(data));
    socket.addEventListener('error', () => fail('WebSocket error'));
    socket.addEventListener('close', ({ reason }) => {
      // The last message may come as the reason of the end.
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
