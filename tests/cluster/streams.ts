import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type LiveMessage, type LivePart, partTopic, RECONNECT_DELAYS } from '#core/live/live.ts';
import { liveAddress } from '#core/live/live-address.ts';
import { nextAddress, type Recorded } from './visitor.ts';

/** A saved price must have reached all open pages by then, even while a stream connects again. */
const SHOWN_WITHIN_MS = 15_000;

export interface Streams {
  /** Number of times that a stream has ended and was opened again. */
  reconnects: number;
  messages: number;
  /** Number of prices that a page did not show in time. */
  late: number;
  /** `edit` calls it before it sends a price. */
  onSend(partId: string, cents: number): () => void;
  /** Returns a line for each part whose page shows another price than the stored one, after all changes are made. */
  findStale(owner: pg.Client): Promise<string[]>;
  stop(): Promise<void>;
}

interface Options {
  site: string;
  record: (recorded: Recorded) => void;
  partIds: readonly string[];
  count: number;
}

/** Opens pages that follow parts like the browser does: each has a stream, and opens another when it ends. */
export function followParts({ site, record, partIds, count }: Options): Streams {
  const stopping = new AbortController();
  /** Part id -> prices, in the order in which the owner has sent them. */
  const prices = new Map<string, number[]>();
  const pages = Array.from({ length: count }, (_, page) => ({
    ids: partIds.filter((_id, index) => index % count === page),
    shown: new Map<string, LivePart | null>(),
  }));
  const checks = new Set<Promise<void>>();
  const streams: Streams = {
    reconnects: 0,
    messages: 0,
    late: 0,
    onSend(partId, cents) {
      const sent = prices.get(partId) ?? [];
      prices.set(partId, sent);
      const place = sent.push(cents) - 1;
      return () => {
        const check = checkShown(partId, place).finally(() => checks.delete(check));
        checks.add(check);
      };
    },
    async findStale(owner) {
      const deadline = performance.now() + SHOWN_WITHIN_MS;
      for (;;) {
        const stale = await compareAll(owner);
        if (stale.length === 0 || performance.now() > deadline) return stale;
        await pause(200);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all([...following, ...checks]);
    },
  };
  const following = pages.map(({ ids, shown }) => follow(ids, shown));

  async function follow(ids: readonly string[], shown: Map<string, LivePart | null>): Promise<void> {
    const topics = ids.map(partTopic);
    let after: number | undefined;
    for (let failures = 0; !stopping.signal.aborted; streams.reconnects += 1) {
      await open(topics, after, (message, number) => {
        failures = 0;
        after = number ?? after;
        streams.messages += 1;
        for (const [id, part] of Object.entries(message.parts ?? {})) shown.set(id, part);
      });
      const delay = RECONNECT_DELAYS[Math.min(failures, RECONNECT_DELAYS.length - 1)];
      failures += 1;
      await pause(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Resolves when the stream has ended. */
  function open(
    topics: readonly string[],
    after: number | undefined,
    onMessage: (message: LiveMessage, number: number | undefined) => void,
  ): Promise<void> {
    const path = liveAddress(topics, after);
    const startedAt = performance.now();
    const answered = (status: number, failure?: string) =>
      record({
        method: 'GET',
        path: '/live',
        status,
        milliseconds: performance.now() - startedAt,
        failure,
      });
    const { promise, resolve } = Promise.withResolvers<void>();
    let isAnswered = false;
    const sent = request(`${site}${path}`, {
      agent: false,
      localAddress: nextAddress(),
      signal: stopping.signal,
    });
    sent.on('error', (error) => {
      if (!stopping.signal.aborted && !isAnswered) answered(0, error.message);
      resolve();
    });
    sent.on('response', (response) => {
      isAnswered = true;
      answered(response.statusCode ?? 0);
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const events = (text + chunk).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const data = /^data: ?(.*)$/m.exec(event)?.[1];
          const number = /^id: ?(\d+)$/m.exec(event)?.[1];
          if (data) onMessage(JSON.parse(data), number === undefined ? undefined : Number(number));
        }
      });
      response.on('error', () => undefined);
      response.once('close', resolve);
    });
    sent.end();
    return promise;
  }

  /** Accepts a later price too. */
  async function checkShown(partId: string, place: number): Promise<void> {
    const page = pages.find(({ ids }) => ids.includes(partId));
    const isShown = () =>
      (prices.get(partId) ?? []).lastIndexOf(page?.shown.get(partId)?.priceCents ?? -1) >= place;
    const deadline = performance.now() + SHOWN_WITHIN_MS;
    while (!isShown()) {
      if (performance.now() > deadline) {
        streams.late += 1;
        return;
      }
      await pause(100);
    }
  }

  async function compareAll(owner: pg.Client): Promise<string[]> {
    const { rows } = await owner.query<{ id: string; cents: number; stock: number }>(
      'select id, (price * 100)::int as cents, stock_quantity - stock_held as stock from parts_catalog',
    );
    return rows.flatMap(({ id, cents, stock }) => {
      const page = pages.find(({ ids }) => ids.includes(id));
      const shown = page?.shown.get(id);
      if (!page || (shown?.priceCents === cents && shown.stock === stock)) return [];
      return [`Part ${id}: a page shows ${JSON.stringify(shown)}, it has ${cents} cents, ${stock} pieces`];
    });
  }

  return streams;
}
