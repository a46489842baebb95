import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { isAdminTopic, mayFollow } from '#core/live/live.ts';
import { MAX_TOPICS, readLiveRequest } from '#core/live/live-address.ts';
import type { Accounts, Visitor } from '#core/accounts/accounts.server.ts';
import { shareOf } from '#core/platform/workers.server.ts';
import type { Stream, Streams } from './streams.ts';

/** Maximum for one process. Other connections have their own limit (server/listen.ts). */
export const MAX_STREAMS = 5_000;

/** Maximum for all processes of a machine. Many shoppers share the address of a phone network. */
const MAX_STREAMS_PER_ADDRESS = 200;

/** A client that leaves this much unread has to resume. */
const MAX_UNSENT_BYTES = 64 * 1024;

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  // This header asks nginx not to wait for the end of the response.
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export type LiveHandler = (context: Context, clientAddress: string) => Promise<Response>;

/** Answers GET /live with a stream of server-sent events (docs/live.md). */
export function createLiveHandler({
  streams,
  accounts,
}: {
  streams: Streams;
  accounts: Accounts;
}): LiveHandler {
  const byAddress = new Map<string, number>();
  const maxPerAddress = shareOf(MAX_STREAMS_PER_ADDRESS);

  function count(address: string, change: 1 | -1): void {
    const open = (byAddress.get(address) ?? 0) + change;
    if (open > 0) byAddress.set(address, open);
    else byAddress.delete(address);
  }

  return async function openStream(context, address) {
    const live = readLiveRequest(new URL(context.req.url).searchParams);
    if (!live) return context.json({ error: `Name 1 to ${MAX_TOPICS} topics` }, 400);
    const { outgoing } = context.env as HttpBindings;
    if (context.req.method !== 'GET' || !outgoing) return context.body(null, 200, HEADERS);
    if (streams.size >= MAX_STREAMS || (byAddress.get(address) ?? 0) >= maxPerAddress) {
      const refusal = { error: 'Too many open pages. Live updates continue when one is closed.' };
      return context.json(refusal, 503, { 'Retry-After': '10' });
    }

    const asksForRights = live.topics.some(isAdminTopic);
    const readVisitor = asksForRights ? followVisitor(context.req.raw, accounts) : undefined;
    const visitor = await readVisitor?.();
    if (outgoing.destroyed) return RESPONSE_ALREADY_SENT;
    outgoing.writeHead(200, HEADERS);
    outgoing.flushHeaders();
    const topics = live.topics.filter((topic) => mayFollow(visitor?.role ?? null, topic));
    if (asksForRights && !topics.some(isAdminTopic)) {
      outgoing.end('data: {"denied":true}\n\n');
      return RESPONSE_ALREADY_SENT;
    }
    const stream: Stream = {
      topics: new Set(topics),
      after: live.after,
      ...(visitor?.user && { userId: visitor.user.id }),
      ...(readVisitor && {
        async mayStay() {
          const { user, role } = await readVisitor();
          return user?.id === visitor?.user?.id && topics.every((topic) => mayFollow(role, topic));
        },
      }),
      write: (text) => writeTo(outgoing, text),
      end: () => void outgoing.end(),
    };
    count(address, 1);
    outgoing.once('close', () => {
      count(address, -1);
      streams.remove(stream);
    });
    streams.add(stream);
    return RESPONSE_ALREADY_SENT;
  };
}

function writeTo(outgoing: ServerResponse, text: string): void {
  if (outgoing.writableLength > MAX_UNSENT_BYTES) outgoing.destroy();
  else if (!outgoing.writableEnded) outgoing.write(text);
}

function followVisitor(request: Request, accounts: Accounts): () => Promise<Visitor> {
  // The copy leaves out the address and the body of the request, which would be kept as long as the stream.
  const copy = new Request(request.url, { headers: { Cookie: request.headers.get('Cookie') ?? '' } });
  return () => accounts.readVisitor(copy);
}
