import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigner, createVerifier, httpbis } from 'http-message-signatures';
import {
  type ShopCapability,
  shopCapabilities,
  SHOPPING_SERVICE,
  shoppingServices,
} from '#core/agents/ucp.ts';
import type { TestShop } from './test-shop.ts';

const UCP = '2026-04-08';

/** A shop that speaks with platforms on this machine needs an address there. No request goes to it. */
export const LOCAL_SITE = 'http://localhost:4711';

/** An event that the shop sent. */
export interface ReceivedEvent {
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** True if the signature is by a key of the shop's profile, and covers all that the protocol names. */
  isSigned: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests read what schemas describe.
  body: any;
  /** True if the answer has a valid signature of the shop. */
  isSigned: boolean;
}

export interface Sent {
  /** Default: true. */
  signs?: boolean;
  /** The value of Idempotency-Key. */
  key?: string;
  /** Added, or left out if undefined. */
  headers?: Record<string, string | undefined>;
  /** Components that the signature leaves out. */
  without?: readonly string[];
  /** Changes the request after it was signed. */
  tamper?: (request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    body: string | undefined;
  }) => void;
  /** Signs with another key under this id. */
  keyId?: string;
}

/** What the platform serves at the address of its profile. */
interface Served {
  status: number;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface AgentPlatform extends AsyncDisposable {
  profileUrl: string;
  /** Is served as it is at the time. */
  profile: Profile;
  /** Overrides what is served for the profile. */
  served: Partial<Served> & { hangs?: boolean };
  /** How often the profile was read. */
  reads: number;
  events: ReceivedEvent[];
  /** Statuses of the next answers to events. Then 200. */
  eventAnswers: number[];
  /** Asks by REST. `path` is below the endpoint, such as '/carts'. */
  ask(method: string, path: string, body?: unknown, sent?: Sent): Promise<Answer>;
  /** Calls a tool by MCP, and returns its structured content. A failure has `error` as its body. */
  call(
    tool: string,
    args: Record<string, unknown>,
    sent?: Sent & { meta?: Record<string, unknown> },
  ): Promise<Answer>;
  /** Sends a message by MCP. */
  post(message: unknown, sent?: Sent): Promise<Answer>;
  /** Adds a key to the profile, and signs with it from now on. */
  addKey(id: string, curve?: 'P-256' | 'P-384'): void;
}

type Profile = ReturnType<typeof describePlatform>;

function describePlatform(url: string) {
  const described = Object.entries(shopCapabilities).map(([name, capability]) => [
    name,
    [
      {
        version: UCP,
        ...capability,
        ...(name === 'dev.ucp.shopping.order' && { config: { webhook_url: `${url}/events` } }),
      },
    ],
  ]);
  return {
    ucp: {
      version: UCP,
      services: {
        [SHOPPING_SERVICE]: [
          { version: UCP, spec: shoppingServices.spec, transport: 'rest', schema: shoppingServices.rest },
        ],
      },
      capabilities: Object.fromEntries(described) as Partial<
        Record<ShopCapability, Record<string, unknown>[]>
      >,
      payment_handlers: {},
    },
    signing_keys: [] as Record<string, unknown>[],
  };
}

/** Starts a platform on this machine, which speaks with the shop as the protocol says. */
export async function startAgentPlatform(
  shop: Pick<TestShop, 'request' | 'siteUrl'>,
): Promise<AgentPlatform> {
  let signing: { id: string; key: KeyObject; alg: string };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      if (request.url === '/events') {
        await receive(request.headers as Record<string, string>, Buffer.concat(chunks).toString());
        response.writeHead(platform.eventAnswers.shift() ?? 200).end('{}');
        return;
      }
      platform.reads += 1;
      const { status = 200, headers = {}, body = JSON.stringify(platform.profile), hangs } = platform.served;
      if (hangs) return;
      const cache = { 'Cache-Control': 'public, max-age=3600' };
      response.writeHead(status, { 'Content-Type': 'application/json', ...cache, ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function shopKeys() {
    const profile = await (await shop.request('/.well-known/ucp')).json();
    return async ({ keyid }: { keyid?: string | null }) => {
      const jwk = profile.signing_keys.find(({ kid }: { kid: string }) => kid === keyid);
      if (!jwk) return null;
      const key = createPublicKey({ key: jwk, format: 'jwk' });
      return { id: jwk.kid, algs: [ALGORITHM], verify: createVerifier(key, ALGORITHM) };
    };
  }

  async function receive(headers: Record<string, string>, body: string) {
    const requiredFields = [
      '@method',
      '@authority',
      '@path',
      'ucp-agent',
      'content-digest',
      'content-type',
      ...['idempotency-key', 'webhook-id', 'webhook-timestamp'].filter((name) => headers[name] !== undefined),
    ];
    const isSigned =
      headers['content-digest'] === digestOf(body) &&
      (await httpbis
        .verifyMessage(
          { keyLookup: await shopKeys(), requiredFields },
          { method: 'POST', url: `${url}/events`, headers },
        )
        .catch(() => false));
    platform.events.push({ headers, body: JSON.parse(body), isSigned: isSigned === true });
  }

  async function isSignedByShop(status: number, headers: Headers, body: string): Promise<boolean> {
    if (headers.get('content-digest') !== digestOf(body)) return false;
    const verified = await httpbis.verifyMessage(
      { keyLookup: await shopKeys(), requiredFields: ['@status', 'content-digest', 'content-type'] },
      { status, headers: Object.fromEntries(headers) },
    );
    return verified === true;
  }

  async function send(method: string, target: string, body: string | undefined, sent: Sent): Promise<Answer> {
    const request = {
      method,
      url: new URL(target, shop.siteUrl).href,
      headers: withoutUndefined({
        'ucp-agent': `profile="${platform.profileUrl}"`,
        ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
        ...(body !== undefined && { 'content-type': 'application/json', 'content-digest': digestOf(body) }),
        ...sent.headers,
      }),
      body,
    };
    if (sent.signs ?? true) {
      const fields = [
        '@method',
        '@authority',
        '@path',
        ...(request.url.includes('?') ? ['@query'] : []),
        ...['ucp-agent', 'idempotency-key', 'content-digest', 'content-type'].filter(
          (name) => request.headers[name] !== undefined,
        ),
      ].filter((name) => !sent.without?.includes(name));
      const { id, key, alg } = signing;
      const signer = createSigner(key, alg, sent.keyId ?? id);
      const config = { key: signer, name: 'sig1', params: ['keyid'], fields };
      const signed = await httpbis.signMessage(config, request);
      for (const [name, value] of Object.entries(signed.headers))
        request.headers[name.toLowerCase()] = String(value);
    }
    sent.tamper?.(request);
    const { url: signedUrl, ...init } = request;
    const { pathname, search } = new URL(signedUrl);
    const answer = await shop.request(pathname + search, {
      method: init.method,
      headers: init.headers,
      ...(init.body !== undefined && { body: init.body }),
    });
    const text = await answer.text();
    const { status, headers } = answer;
    return {
      status,
      headers,
      body: text === '' ? undefined : JSON.parse(text),
      isSigned: headers.has('signature') && (await isSignedByShop(status, headers, text)),
    };
  }

  const platform: AgentPlatform = {
    profileUrl: `${url}/profile.json`,
    profile: describePlatform(url),
    served: {},
    reads: 0,
    events: [],
    eventAnswers: [],
    ask: (method, path, body, sent = {}) =>
      send(method, `/api/ucp${path}`, body === undefined ? undefined : JSON.stringify(body), sent),
    post: (message, sent = {}) =>
      send('POST', '/api/ucp/mcp', JSON.stringify(message), {
        ...sent,
        headers: { accept: 'application/json, text/event-stream', ...sent.headers },
      }),
    async call(name, args, { meta = {}, ...sent } = {}) {
      const params = {
        name,
        arguments: { meta: { 'ucp-agent': { profile: platform.profileUrl }, ...meta }, ...args },
      };
      const answer = await platform.post(
        { jsonrpc: '2.0', id: randomUUID(), method: 'tools/call', params },
        sent,
      );
      const { result, error } = answer.body;
      return { ...answer, body: result?.structuredContent ?? { error } };
    },
    addKey(id, curve = 'P-256') {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
      const alg = curve === 'P-256' ? ALGORITHM : 'ecdsa-p384-sha384';
      signing = { id, key: privateKey, alg };
      platform.profile.signing_keys.push({ kid: id, ...publicKey.export({ format: 'jwk' }), use: 'sig' });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  platform.addKey(`key-${randomUUID()}`);
  return platform;
}

const ALGORITHM = 'ecdsa-p256-sha256';

function digestOf(body: string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

function withoutUndefined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
