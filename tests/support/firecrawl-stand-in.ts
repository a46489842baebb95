import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Duplex } from 'node:stream';

export const FIRECRAWL_KEY = 'fc-0123456789abcdef';

export interface FirecrawlRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown> | undefined;
  at: number;
}

/** Replaces a response: none, a closed connection, an incomplete body, another response, or a delayed one. */
export type Failure =
  | 'silence'
  | 'reset'
  | 'cut'
  | { status: number; body?: unknown }
  | { after: Promise<unknown> };

interface Job {
  id: string;
  /** Responses to the next polls, before the job is completed. */
  script: object[];
}

export interface FirecrawlStandIn extends AsyncDisposable {
  url: string;
  requests: FirecrawlRequest[];
  /** Pages of a crawl, which may be invalid. */
  pages: unknown[];
  /** Number of pages per response; `next` links to the rest. */
  perAnswer: number;
  script: object[];
  /** Overrides fields of a completed crawl. */
  completed: object;
  /** Overrides fields of the response that starts a job. */
  started: object;
  /** Messages that are sent before the connection closes. */
  messages: object[];
  /** Fails the next requests whose path has this prefix. */
  failNext(path: string, failure: Failure, times?: number): void;
  jobs: Map<string, Job>;
  reset(): void;
}

export function crawledPage(markdown: unknown, sourceURL = 'https://www.rockauto.com/en/catalog/'): object {
  return { markdown, metadata: { title: 'Parts', sourceURL, statusCode: 200 } };
}

/** Starts a server on loopback with the service's wire format. */
export async function startFirecrawlStandIn(wantedPort = 0): Promise<FirecrawlStandIn> {
  const usedKeys = new Set<string>();
  const watchers = new Set<Duplex>();
  const failures: { path: string; failure: Failure }[] = [];

  const server = createServer((request, response) => void take(request, response));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => watch(request, socket));
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function take(request: IncomingMessage, response: ServerResponse) {
    const sent = await text(request).catch(() => '');
    const path = request.url ?? '';
    const body = sent === '' ? undefined : (JSON.parse(sent) as Record<string, unknown>);
    note(request, body);
    const failing = failures.findIndex((each) => path.startsWith(each.path));
    const [failed] = failing === -1 ? [] : failures.splice(failing, 1);
    const failure = failed?.failure;
    if (typeof failure === 'object' && 'after' in failure) await failure.after;
    else if (failure) return fail(failure, response);
    const { status, answer } = answerTo(request, path, body);
    respond(response, status, answer);
  }

  function note(request: IncomingMessage, body: FirecrawlRequest['body']) {
    const { method = '', url: path = '', headers } = request;
    standIn.requests.push({ method, path, headers, body, at: performance.now() });
  }

  function fail(failure: Exclude<Failure, { after: unknown }>, response: ServerResponse) {
    if (failure === 'silence') return;
    if (failure === 'reset') return void response.socket?.resetAndDestroy();
    if (failure === 'cut') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 });
      response.write('{"success":true,"status":"comp', () => response.socket?.destroy());
      return;
    }
    respond(response, failure.status, failure.body ?? { success: false, error: 'A configured failure' });
  }

  function respond(response: ServerResponse, status: number, answer: unknown) {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }

  function answerTo(request: IncomingMessage, path: string, body: FirecrawlRequest['body']) {
    if (request.headers.authorization !== `Bearer ${FIRECRAWL_KEY}`) {
      return { status: 401, answer: { success: false, error: 'Unauthorized: Invalid token' } };
    }
    const { pathname, searchParams } = new URL(path, standIn.url);
    const [, kind = '', id, errors] =
      /^\/v1\/(batch\/scrape|[\w-]+)(?:\/([\w-]+))?(\/errors)?$/.exec(pathname) ?? [];
    const job = id === undefined ? undefined : standIn.jobs.get(id);
    if (id !== undefined && !job) return { status: 404, answer: { success: false, error: 'Job not found' } };
    if (errors) return { status: 200, answer: { errors: [], robotsBlocked: [] } };
    if (request.method === 'DELETE' && job) {
      job.script = [{ status: 'cancelled' }];
      return { status: 200, answer: { status: 'cancelled' } };
    }
    if (job) return { status: 200, answer: statusOf(kind, job, searchParams) };
    return start(kind, request.headers['x-idempotency-key'], body);
  }

  function start(kind: string, key: string | string[] | undefined, body: FirecrawlRequest['body']) {
    const document = { markdown: '# A page', metadata: { sourceURL: body?.url } };
    if (kind === 'scrape') return { status: 200, answer: { success: true, data: document } };
    if (kind === 'search') return { status: 200, answer: { success: true, data: [document] } };
    if (kind === 'map') return { status: 200, answer: { success: true, links: [body?.url] } };
    if (typeof key === 'string') {
      if (usedKeys.has(key))
        return { status: 409, answer: { success: false, error: 'Idempotency key already used' } };
      usedKeys.add(key);
    }
    const id = randomUUID();
    standIn.jobs.set(id, { id, script: [...standIn.script] });
    return {
      status: 200,
      answer: { success: true, id, url: `${standIn.url}/v1/${kind}/${id}`, ...standIn.started },
    };
  }

  function statusOf(kind: string, job: Job, query: URLSearchParams): object {
    const next = job.script[0];
    if (next) {
      if (job.script.length > 1 || !/cancelled|failed/.test(JSON.stringify(next))) job.script.shift();
      return { success: true, ...next };
    }
    if (kind === 'extract') return { success: true, status: 'completed', data: { brand: 'Denso' } };
    if (kind === 'deep-research') {
      const data = { finalAnalysis: 'It depends', activities: [], sources: [] };
      return { success: true, status: 'completed', data, activities: [], sources: [] };
    }
    if (kind === 'llmstxt') return { success: true, status: 'completed', data: { llmstxt: '# Parts' } };
    return finishedCrawl(
      kind,
      job.id,
      Number(query.get('skip') ?? 0),
      Number(query.get('limit') ?? Infinity),
    );
  }

  function finishedCrawl(kind: string, id: string, skip: number, limit: number): object {
    const { pages, perAnswer } = standIn;
    const end = skip + Math.min(perAnswer, limit);
    return {
      success: true,
      status: 'completed',
      completed: pages.length,
      total: pages.length,
      creditsUsed: pages.length,
      expiresAt: '2026-12-01T00:00:00.000Z',
      ...(end < pages.length && { next: `${standIn.url}/v1/${kind}/${id}?skip=${end}` }),
      data: pages.slice(skip, end),
      ...standIn.completed,
    };
  }

  function watch(request: IncomingMessage, socket: Duplex) {
    note(request, undefined);
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    watchers.add(socket);
    socket.on('error', () => undefined);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}\r\n` +
        `Sec-WebSocket-Protocol: ${request.headers['sec-websocket-protocol']}\r\n\r\n`,
    );
    for (const message of standIn.messages) socket.write(frame(1, Buffer.from(JSON.stringify(message))));
    socket.end(frame(8, Buffer.concat([Buffer.from([0x03, 0xe8]), Buffer.from('{}')])));
  }

  const standIn: FirecrawlStandIn = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    pages: [],
    perAnswer: 100,
    script: [],
    completed: {},
    started: {},
    messages: [],
    failNext(path, failure, times = 1) {
      for (let time = 0; time < times; time += 1) failures.push({ path, failure });
    },
    jobs: new Map(),
    reset() {
      failures.length = 0;
      usedKeys.clear();
      standIn.requests.length = 0;
      standIn.jobs.clear();
      Object.assign(standIn, {
        pages: [],
        perAnswer: 100,
        script: [],
        completed: {},
        started: {},
        messages: [],
      });
    },
    async [Symbol.asyncDispose]() {
      for (const socket of watchers) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

/** Formats an unfragmented, unmasked WebSocket frame of less than 64 kB. */
function frame(opcode: number, payload: Buffer): Buffer {
  const header =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, payload.length])
      : Buffer.from([0x80 | opcode, 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([header, payload]);
}
