import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AgentPlatform,
  type Answer,
  LOCAL_SITE,
  type Sent,
  startAgentPlatform,
} from '../support/agent-platform.ts';
import { server } from '../support/built-server.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { findSchemaErrors, lacksSchemas } from '../support/ucp-schemas.ts';

let shop: TestShop;
let platform: AgentPlatform;

beforeAll(async () => {
  shop = await createTestShop({ siteUrl: LOCAL_SITE });
  await addParts(shop.database.owner, [{ part_name: 'Alternator', stock_quantity: 5 }]);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  platform = await startAgentPlatform(shop);
  return () => platform[Symbol.asyncDispose]();
});

const search = { query: 'alternator' };
const searchFor = (sent?: Sent, asked: AgentPlatform = platform) =>
  asked.ask('POST', '/catalog/search', search, sent);

/** What an answer says failed, whatever it came by: its status, code, and JSON-RPC code. */
const failureOf = ({ status, body }: Answer) => [
  status,
  body.code ?? body.error?.data.code,
  body.error?.code,
];

async function changeAssistants(values: object): Promise<void> {
  await shop.database.owner.query(
    "update shop_settings set values = jsonb_build_object('assistants', $1::jsonb)",
    [JSON.stringify(values)],
  );
}

/** Expects the same failure by REST and by MCP. */
async function expectFailure(
  [status, code, rpcCode]: [number, string, number],
  sent: Sent = {},
  asked: AgentPlatform = platform,
): Promise<void> {
  const byRest = await searchFor(sent, asked);
  expect(failureOf(byRest)).toEqual([status, code, undefined]);
  expect(byRest.body).toEqual({
    code,
    content: expect.any(String),
    ...(byRest.body.continue_url !== undefined && { continue_url: expect.stringMatching(/^https?:.*\/$/) }),
  });
  expect(failureOf(await asked.call('search_catalog', { catalog: search }, sent))).toEqual([
    status,
    code,
    rpcCode,
  ]);
}

describe('discovery', () => {
  test('the profile is public, and says what the shop can do and where', async () => {
    const response = await shop.request('/.well-known/ucp');
    expect([
      response.status,
      response.headers.get('Cache-Control'),
      response.headers.get('Content-Type'),
    ]).toEqual([200, 'public, max-age=60', 'application/json']);
    const profile = await response.json();
    expect(profile.ucp.version).toBe('2026-04-08');
    expect(profile.ucp.payment_handlers).toEqual({});
    expect(
      profile.ucp.services['dev.ucp.shopping'].map((each: Record<string, string>) => [
        each['transport'],
        each['endpoint'],
        each['schema'],
      ]),
    ).toEqual([
      ['rest', `${LOCAL_SITE}/api/ucp`, 'https://ucp.dev/2026-04-08/services/shopping/rest.openapi.json'],
      ['mcp', `${LOCAL_SITE}/api/ucp/mcp`, 'https://ucp.dev/2026-04-08/services/shopping/mcp.openrpc.json'],
    ]);
    expect(Object.keys(profile.ucp.capabilities)).toEqual(
      expect.arrayContaining(
        ['catalog.search', 'catalog.lookup', 'cart', 'checkout', 'fulfillment', 'order'].map(
          (name) => `dev.ucp.shopping.${name}`,
        ),
      ),
    );
    expect(profile.ucp.capabilities['dev.ucp.shopping.fulfillment'][0].extends).toBe(
      'dev.ucp.shopping.checkout',
    );
    const { kid } = profile.signing_keys[0];
    expect(profile.signing_keys).toEqual([
      {
        kid,
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        use: 'sig',
        alg: 'ES256',
      },
    ]);
  });

  test.skipIf(lacksSchemas)(
    'its profile and a platform’s follow the schema (skipped without the schemas)',
    async () => {
      const profile = await (await shop.request('/.well-known/ucp')).json();
      const schema = 'discovery/profile_schema.json#/$defs/';
      expect(findSchemaErrors(`${schema}business_profile`, profile)).toEqual([]);
      expect(findSchemaErrors(`${schema}platform_profile`, platform.profile)).toEqual([]);
      expect(findSchemaErrors(`${schema}business_profile`, { ucp: {} })).not.toEqual([]);
    },
  );
});

describe('who asks', () => {
  test('an answer names the version, and the capabilities that belong to it', async () => {
    const { status, headers, body } = await searchFor();
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(body.ucp).toEqual({
      version: '2026-04-08',
      status: 'success',
      capabilities: { 'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }] },
    });
    const called = await platform.call('search_catalog', { catalog: search });
    expect([called.status, called.body.ucp]).toEqual([200, body.ucp]);
  });

  test('a capability that the platform lacks is an outcome', async () => {
    delete platform.profile.ucp.capabilities['dev.ucp.shopping.catalog.search'];
    for (const { status, body } of [
      await searchFor(),
      await platform.call('search_catalog', { catalog: search }),
    ]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ucp: { version: '2026-04-08', status: 'error', capabilities: {} },
        messages: [{ type: 'error', code: 'capabilities_incompatible', severity: 'unrecoverable' }],
        continue_url: `${LOCAL_SITE}/`,
      });
      expect(findSchemaErrors('schemas/shopping/types/error_response.json', body)).toEqual([]);
    }
  });

  test('a checkout without its parent drops fulfillment, and its answers have no payment handlers', async () => {
    platform.profile.ucp.capabilities['dev.ucp.shopping.fulfillment'] = [{ version: '2026-01-11' }];
    const { body } = await platform.ask('GET', `/checkout-sessions/${randomUUID()}`);
    expect(body.ucp).toEqual({
      version: '2026-04-08',
      status: 'error',
      capabilities: { 'dev.ucp.shopping.checkout': [{ version: '2026-04-08' }] },
      payment_handlers: {},
    });
  });

  test('without a profile’s address, nothing is answered', async () => {
    const headers = { 'ucp-agent': undefined };
    const none = await searchFor({ headers, signs: false });
    expect(failureOf(none)).toEqual([400, 'invalid_profile_url', undefined]);
    const meta = { 'ucp-agent': {} };
    const called = await platform.call(
      'search_catalog',
      { catalog: search },
      { headers, meta, signs: false },
    );
    expect(failureOf(called)).toEqual([400, 'invalid_profile_url', -32_001]);
  });

  test('header and meta must agree, and either is enough', async () => {
    const other = { 'ucp-agent': { profile: `${platform.profileUrl}?other` } };
    expect(failureOf(await platform.call('search_catalog', { catalog: search }, { meta: other }))).toEqual([
      400,
      'invalid_profile_url',
      -32_001,
    ]);
    const headers = { 'ucp-agent': undefined };
    const onlyMeta = await platform.call('search_catalog', { catalog: search }, { headers, signs: false });
    expect(onlyMeta.body.ucp.status).toBe('success');
  });

  test.each([
    'ftp://127.0.0.1/profile.json',
    'http://platform.example/profile.json',
    'https://user:secret@platform.example/profile.json',
    'https://platform.example/profile.json#part',
    'https://192.168.0.1/profile.json',
    'https://169.254.169.254/latest',
    'profile.json',
    `https://platform.example/${'x'.repeat(2_000)}`,
  ])('%s is no address of a profile', async (address) => {
    const headers = { 'ucp-agent': `profile="${address}"` };
    const { status, body } = await searchFor({ headers, signs: false });
    expect([status, body.code]).toEqual([400, 'invalid_profile_url']);
  });

  test('a shop on the internet reads no profiles on its own machine', async () => {
    await using publicShop = await createTestShop({ siteUrl: 'https://parts.example' });
    await using local = await startAgentPlatform(publicShop);
    await expectFailure([400, 'invalid_profile_url', -32_001], { signs: false }, local);
    for (const address of [
      local.profileUrl.replace('http:', 'https:'),
      'https://localhost/profile.json',
      'https://[::1]/profile.json',
      'https://[::ffff:127.0.0.1]/profile.json',
    ]) {
      const { status, body } = await searchFor(
        { headers: { 'ucp-agent': `profile="${address}"` }, signs: false },
        local,
      );
      expect([address, status, body.code]).toEqual([address, 400, 'invalid_profile_url']);
    }
    expect(local.reads).toBe(0);
  });

  test.each([
    ['404', { status: 404 }],
    ['a redirect', { status: 302, headers: { Location: '/other' } }],
    ['500', { status: 500 }],
    ['no answer in time', { hangs: true }],
    ['a file that is too long', { body: ' '.repeat(300 * 1024) }],
  ])('%s is no profile', async (_, served) => {
    platform.served = served;
    await expectFailure([424, 'profile_unreachable', -32_001]);
    // The second request, by MCP, did not ask again.
    expect(platform.reads).toBe(1);
  });

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no version', '{"ucp":{"services":{},"payment_handlers":{},"capabilities":{}}}'],
    ['no services', '{"ucp":{"version":"2026-04-08","payment_handlers":{}}}'],
    [
      'a key that is none',
      '{"ucp":{"version":"2026-04-08","services":{},"payment_handlers":{}},"signing_keys":[{"kid":"a","kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}',
    ],
  ])('%s is malformed', async (_, body) => {
    platform.served = { body };
    await expectFailure([422, 'profile_malformed', -32_001]);
  });

  test('another version of the protocol is not supported', async () => {
    platform.profile.ucp.version = '2026-08-25';
    await expectFailure([422, 'version_unsupported', -32_001]);
  });

  test('a profile is read once for many requests', async () => {
    await Promise.all(Array.from({ length: 5 }, () => searchFor()));
    expect(platform.reads).toBe(1);
  });

  test('the owner refuses platforms, unsigned requests, or all', async () => {
    try {
      await changeAssistants({ refusedHosts: ['127.0.0.1'] });
      await expectFailure([403, 'profile_not_trusted', -32_000]);
      await changeAssistants({ onlySigned: true });
      await expectFailure([401, 'signature_missing', -32_000], { signs: false });
      expect((await searchFor()).status).toBe(200);
      await changeAssistants({ open: false });
      await expectFailure([403, 'profile_not_trusted', -32_000]);
      expect((await shop.request('/.well-known/ucp')).status).toBe(404);
    } finally {
      await changeAssistants({});
    }
  });
});

describe('signatures', () => {
  test('a signed request is answered, with a query and by ES384 too', async () => {
    expect((await searchFor()).status).toBe(200);
    expect((await platform.ask('POST', '/catalog/search?a=b%20c', search)).status).toBe(200);
    platform = await startAgentPlatform(shop);
    platform.addKey('larger', 'P-384');
    expect((await searchFor()).status).toBe(200);
    const { rows } = await shop.database.owner.query(
      'select signed_at from agent_platforms where profile_url = $1 and signed_at is not null',
      [platform.profileUrl],
    );
    expect(rows).toHaveLength(1);
  });

  test.each<[string, Sent]>([
    ['another path', { tamper: (request) => (request.url = `${request.url}?more`) }],
    ['another platform', { tamper: ({ headers }) => (headers['ucp-agent'] += ';a=1') }],
    [
      'another type',
      { tamper: ({ headers }) => (headers['content-type'] = 'application/json; charset=utf-8') },
    ],
    ['another key', { key: 'one', tamper: ({ headers }) => (headers['idempotency-key'] = 'two') }],
    ['a key that is not covered', { tamper: ({ headers }) => (headers['idempotency-key'] = 'two') }],
    ['no path covered', { without: ['@path'] }],
    ['no method covered', { without: ['@method'] }],
    ['no host covered', { without: ['@authority'] }],
    ['no platform covered', { without: ['ucp-agent'] }],
    ['no digest covered', { without: ['content-digest'] }],
    ['no type covered', { without: ['content-type'] }],
    ['no query covered', { without: ['@query'], tamper: (request) => (request.url += '?a=b') }],
    ['a wrong signature', { tamper: ({ headers }) => (headers['signature'] = `sig1=:${'A'.repeat(86)}==:`) }],
    ['half a signature', { tamper: ({ headers }) => (headers['signature'] = `sig1=:${'A'.repeat(43)}=:`) }],
    ['no structure', { tamper: ({ headers }) => (headers['signature-input'] = 'sig1=(') }],
    [
      'an old time',
      {
        tamper: ({ headers }) =>
          (headers['signature-input'] = String(headers['signature-input']).replace(
            ';keyid',
            ';expires=1;keyid',
          )),
      },
    ],
  ])('with %s, it is invalid', (_, sent) => expectFailure([401, 'signature_invalid', -32_000], sent));

  test('another body does not match its digest, signed or not', async () => {
    const tamper: Sent['tamper'] = (request) =>
      (request.body = String(request.body).replace('alternator', 'starter'));
    await expectFailure([400, 'digest_mismatch', -32_600], { tamper });
    await expectFailure([400, 'digest_mismatch', -32_600], { tamper, signs: false });
  });

  test.each(['signature', 'signature-input', 'content-digest'])('%s may not be missing', (name) =>
    expectFailure([401, 'signature_missing', -32_000], { tamper: ({ headers }) => delete headers[name] }),
  );

  test('a key that the profile does not have is not found', () =>
    expectFailure([401, 'key_not_found', -32_000], { keyId: 'nobody' }));

  test('other algorithms are not supported', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'jwk' });
    platform.profile.signing_keys.push({ kid: 'rsa', ...rsa });
    await expectFailure([400, 'algorithm_unsupported', -32_600], { keyId: 'rsa' });
    const tamper: Sent['tamper'] = ({ headers }) => {
      headers['signature-input'] = String(headers['signature-input']).replace(
        ';keyid',
        ';alg="ed25519";keyid',
      );
    };
    await expectFailure([400, 'algorithm_unsupported', -32_600], { tamper });
  });

  test('a signature for another shop is worth nothing here', async () => {
    await using other = await createTestShop({ siteUrl: 'http://localhost:4712' });
    const sent: { url: string; headers: Record<string, string>; body: string | undefined }[] = [];
    await searchFor({ tamper: (request) => sent.push(structuredClone(request)) });
    const [{ headers = {}, body } = {}] = sent;
    const replayed = await other.request('/api/ucp/catalog/search', {
      method: 'POST',
      headers,
      ...(body !== undefined && { body }),
    });
    expect([replayed.status, (await replayed.json()).code]).toEqual([401, 'signature_invalid']);
  });

  test('answers of checkouts and orders are signed, also failures', async () => {
    const order = `/orders/${randomUUID()}`;
    const found = await platform.ask('GET', order);
    expect([found.status, found.body.messages[0].code, found.isSigned]).toEqual([200, 'not_found', true]);
    const called = await platform.call('get_order', { id: randomUUID() });
    expect([called.status, called.body.messages[0].code, called.isSigned]).toEqual([200, 'not_found', true]);
    expect((await searchFor()).isSigned).toBe(false);
    const unsigned = await platform.ask('GET', order, undefined, { signs: false });
    expect([...failureOf(unsigned), unsigned.isSigned]).toEqual([401, 'signature_missing', undefined, true]);
    expect(unsigned.headers.get('WWW-Authenticate')).toBe('Signature realm="ucp"');
  });

  test('a signed answer is not compressed, because its bytes are signed', async () => {
    const { body } = await searchFor();
    const checkout = { line_items: [{ item: { id: body.products[0].variants[0].id }, quantity: 1 }] };
    const sent = { headers: { 'accept-encoding': 'br, gzip' } };
    const answer = await platform.ask('POST', '/checkout-sessions', checkout, sent);
    expect(JSON.stringify(answer.body).length).toBeGreaterThan(1_024);
    expect([answer.status, answer.headers.get('Content-Encoding'), answer.isSigned]).toEqual([
      201,
      null,
      true,
    ]);
  });

  test('a new key is published before it signs, and the old one for a week', async () => {
    await using own = await createTestShop({ siteUrl: LOCAL_SITE });
    const [first] = await own.agents.publicKeys();
    await own.agents.rotateKey();
    const both = await own.agents.publicKeys();
    expect(both).toHaveLength(2);
    const keyOf = async () =>
      (await own.agents.signAnswer({ status: 200, headers: { 'Content-Type': 'a/b' }, body: '' }))[
        'Signature-Input'
      ];
    expect(await keyOf()).toContain(first?.kid);
    const { owner } = own.database;
    await owner.query(
      "update agent_keys set signs_from = signs_from - interval '11 minutes', published_until = published_until - interval '8 days'",
    );
    await own.runRegularTask('tidy-agents');
    const { rows } = await owner.query("select public_key->>'kid' as kid from agent_keys");
    expect(rows).toEqual([{ kid: both.find(({ kid }) => kid !== first?.kid)?.kid }]);
    await own.agents.rotateKey({ isCompromised: true });
    const [only, ...others] = await own.agents.publicKeys();
    expect(others).toEqual([]);
    expect(await keyOf()).toContain(only?.kid);
  });
});

describe('repeated requests', () => {
  const cart = (quantity: number, id: string) => ({ line_items: [{ item: { id }, quantity }] });
  let item: string;
  beforeEach(async () => {
    item = (await searchFor()).body.products[0].variants[0].id;
  });

  test('the same key gives the same answer, by REST or MCP', async () => {
    const key = randomUUID();
    const first = await platform.ask('POST', '/carts', cart(1, item), { key });
    expect(first.status).toBe(201);
    const again = await platform.ask('POST', '/carts', cart(1, item), { key });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const called = await platform.call(
      'create_cart',
      { cart: cart(1, item) },
      { meta: { 'idempotency-key': key } },
    );
    expect([called.status, called.body]).toEqual([200, first.body]);
    const other = await platform.ask('POST', '/carts', cart(1, item), { key: randomUUID() });
    expect(other.body.id).not.toBe(first.body.id);
  });

  test('another request with the key is a conflict, and so is the same one without a signature', async () => {
    const key = randomUUID();
    await platform.ask('POST', '/carts', cart(1, item), { key });
    const conflict = [409, 'idempotency_conflict'];
    expect(failureOf(await platform.ask('POST', '/carts', cart(2, item), { key }))).toEqual([
      ...conflict,
      undefined,
    ]);
    const meta = { 'idempotency-key': key };
    expect(failureOf(await platform.call('create_cart', { cart: cart(2, item) }, { meta }))).toEqual([
      ...conflict,
      -32_000,
    ]);
    const unsigned = await platform.ask('POST', '/carts', cart(1, item), { key, signs: false });
    expect(failureOf(unsigned)).toEqual([...conflict, undefined]);
    await using other = await startAgentPlatform(shop);
    expect((await other.ask('POST', '/carts', cart(2, item), { key })).status).toBe(201);
  });

  test('unsigned changes of an address are limited for a day, whatever platform they name', async () => {
    const limits = server.createLimits({
      pool: shop.database.pools.limits,
      secret: TEST_SECRET,
      log: pino({ level: 'silent' }),
    });
    const address = randomAddress();
    await limits.take('unsigned-change', address, 399);
    const add = (sent?: Sent) =>
      platform.ask('POST', '/carts', cart(1, item), { headers: { 'x-forwarded-for': address }, ...sent });
    // A request with wrong input keeps nothing, so it does not count.
    const headers = { 'x-forwarded-for': address };
    const wrong = await platform.ask('POST', '/carts', { line_items: 1 }, { headers, signs: false });
    expect(wrong.status).toBe(400);
    expect((await add({ signs: false })).status).toBe(201);
    expect(failureOf(await add({ signs: false }))).toEqual([429, 'rate_limited', undefined]);
    expect((await searchFor({ signs: false, headers: { 'x-forwarded-for': address } })).status).toBe(200);
    expect((await add()).status).toBe(201);
  });

  test('the same request at the same time is done once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => platform.ask('POST', '/carts', cart(1, item), { key })),
    );
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    for (const { status, headers } of answers)
      if (status !== 201) expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
  });

  test('a request of a process that died is done by another one, with the same id', async () => {
    const key = randomUUID();
    const { body } = await platform.ask('POST', '/carts', cart(1, item), { key });
    const { owner } = shop.database;
    await owner.query(
      'update agent_requests set status = null, sealed_answer = null, claimed_at = now() where idempotency_key = $1',
      [key],
    );
    expect((await platform.ask('POST', '/carts', cart(1, item), { key })).status).toBe(503);
    await owner.query(
      "update agent_requests set claimed_at = now() - interval '61 seconds' where idempotency_key = $1",
      [key],
    );
    expect((await platform.ask('POST', '/carts', cart(1, item), { key })).body.id).toBe(body.id);
  });

  test('what is kept can’t be read, and is gone after two days', async () => {
    const key = randomUUID();
    await platform.ask('POST', '/carts', cart(1, item), { key });
    const { owner } = shop.database;
    const kept = async () =>
      (await owner.query('select * from agent_requests where idempotency_key = $1', [key])).rows;
    expect(JSON.stringify(await kept())).not.toContain('line_items');
    await owner.query(
      "update agent_requests set created_at = now() - interval '47 hours' where idempotency_key = $1",
      [key],
    );
    await shop.runRegularTask('tidy-agents');
    expect(await kept()).toHaveLength(1);
    await owner.query(
      "update agent_requests set created_at = now() - interval '49 hours' where idempotency_key = $1",
      [key],
    );
    await shop.runRegularTask('tidy-agents');
    expect(await kept()).toEqual([]);
  });

  test('MCP demands a key to complete, and it must be the same in header and meta', async () => {
    const args = { id: randomUUID(), checkout: { payment: { instruments: [] } } };
    expect(failureOf(await platform.call('complete_checkout', args))).toEqual([
      400,
      'invalid_request',
      -32_602,
    ]);
    const meta = { 'idempotency-key': randomUUID() };
    expect((await platform.call('complete_checkout', args, { meta })).status).toBe(200);
    expect(failureOf(await platform.call('complete_checkout', args, { meta, key: randomUUID() }))).toEqual([
      400,
      'invalid_request',
      -32_602,
    ]);
  });

  test('without the database that keeps them, nothing is done', async () => {
    await using broken = await createTestShop({ siteUrl: LOCAL_SITE });
    await using own = await startAgentPlatform(broken);
    await broken.database.owner.query('revoke insert on agent_requests from public');
    await broken.database.owner.query('alter table agent_requests rename to agent_requests_gone');
    const { status, body, headers } = await own.ask('POST', '/carts', cart(1, item), { key: randomUUID() });
    expect([status, body.code, headers.get('Retry-After')]).toEqual([503, 'service_unavailable', '5']);
  });
});

describe('REST', () => {
  test.each([
    ['GET', '/carts', 405, 'method_not_allowed', 'POST'],
    ['POST', '/nothing', 404, 'not_found', null],
    ['POST', '', 404, 'not_found', null],
    ['DELETE', '/catalog/search', 405, 'method_not_allowed', 'POST'],
  ])('%s %s is answered %i', async (method, path, status, code, allow) => {
    const answer = await platform.ask(method, path, method === 'POST' ? {} : undefined);
    expect([answer.status, answer.body.code, answer.headers.get('Allow')]).toEqual([status, code, allow]);
  });

  test.each([
    ['no JSON', '{', 'application/json', 400, 'invalid_request'],
    ['another type', 'a=b', 'application/x-www-form-urlencoded', 415, 'wrong_content_type'],
    ['a body that is too long', `"${'x'.repeat(300 * 1024)}"`, 'application/json', 413, 'request_too_large'],
    ['no object', '7', 'application/json', 400, 'invalid_request'],
  ])('%s is refused', async (_, body, type, status, code) => {
    const response = await shop.request('/api/ucp/carts', {
      method: 'POST',
      headers: {
        'UCP-Agent': `profile="${platform.profileUrl}"`,
        'Content-Type': type,
        'Content-Length': String(body.length),
      },
      body,
    });
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });

  test('a page of another site is refused', async () => {
    const headers = { origin: 'https://evil.example' };
    expect(failureOf(await searchFor({ headers }))).toEqual([403, 'wrong_origin', undefined]);
    const called = await platform.call('search_catalog', { catalog: search }, { headers });
    expect(failureOf(called)).toEqual([403, 'wrong_origin', -32_000]);
  });

  test('220 requests in a row are within the limits, and a flood is not', async () => {
    const from = { 'x-forwarded-for': randomAddress() };
    for (let count = 0; count < 220; count += 1)
      expect((await searchFor({ signs: false, headers: from })).status).toBe(200);
    let last: Answer | undefined;
    for (let count = 0; count < 400 && last?.status !== 429; count += 1)
      last = await searchFor({ signs: false, headers: from });
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('Retry-After'))).toBeGreaterThan(0);
    const called = await platform.call(
      'search_catalog',
      { catalog: search },
      { signs: false, headers: from },
    );
    expect([...failureOf(called), called.body.error.data.retry_after]).toEqual([
      429,
      'rate_limited',
      -32_000,
      Number(called.headers.get('Retry-After')),
    ]);
    // What the platform signs does not depend on who sends in its name.
    expect((await searchFor({ headers: from })).status).toBe(200);
  });
});

describe('MCP', () => {
  const say = (method: string, params?: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    ...(params && { params }),
  });
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a test', version: '1' },
  };
  const nobody: Sent = { signs: false, headers: { 'ucp-agent': undefined } };

  test('initialize, ping and tools/list need no profile', async () => {
    const { body } = await platform.post(say('initialize', hello), nobody);
    expect(body.result).toMatchObject({ serverInfo: { name: 'partyard' }, capabilities: { tools: {} } });
    expect((await platform.post(say('ping'), nobody)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const { result } = (await platform.post(say('tools/list'), nobody)).body;
    const tool = result.tools.find(({ name }: { name: string }) => name === 'complete_checkout');
    expect(tool.inputSchema).toMatchObject({
      type: 'object',
      properties: { meta: { required: ['ucp-agent', 'idempotency-key'] }, id: { type: 'string' } },
      required: ['meta', 'id', 'checkout'],
    });
    expect(platform.reads).toBe(0);
  });

  test('an answer is the same as text', async () => {
    const params = {
      name: 'search_catalog',
      arguments: { meta: { 'ucp-agent': { profile: platform.profileUrl } }, catalog: search },
    };
    const { result } = (await platform.post(say('tools/call', params))).body;
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
  });

  test.each([undefined, 'application/json', '*/*'])('the header Accept may be %s', async (accept) => {
    const { status } = await platform.post(say('ping'), {
      ...nobody,
      headers: { ...nobody.headers, accept },
    });
    expect(status).toBe(200);
  });

  test.each([
    ['a batch', [say('ping')], 400, -32_600],
    ['no JSON-RPC', { method: 'ping', id: 1 }, 400, -32_600],
    ['an unknown tool', say('tools/call', { name: 'toString', arguments: {} }), 400, -32_602],
    ['arguments that are none', say('tools/call', { name: 'search_catalog', arguments: 7 }), 400, -32_602],
    ['an unknown method', say('nothing'), 200, -32_601],
  ])('%s is refused', async (_, sent, status, code) => {
    const answer = await platform.post(sent);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('a call without a needed id or with wrong input is wrong', async () => {
    expect(failureOf(await platform.call('get_cart', {}))).toEqual([400, 'invalid_request', -32_602]);
    expect(failureOf(await platform.call('create_cart', { cart: { line_items: 7 } }))).toEqual([
      400,
      'invalid_request',
      -32_602,
    ]);
  });

  test('a notification is accepted', async () => {
    expect(
      (await platform.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, nobody)).status,
    ).toBe(202);
  });

  test('no streams are opened', async () => {
    const response = await shop.request('/api/ucp/mcp', { headers: { Accept: 'text/event-stream' } });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
  });

  test.each([
    ['evil.example', 'http://evil.example'],
    ['evil.example', undefined],
    ['localhost:4711', 'http://evil.example'],
  ])('the host %s and the origin %s are refused, as DNS rebinding uses them', async (host, origin) => {
    const response = await shop.fetch(
      new Request(`http://${host}/api/ucp/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(origin && { Origin: origin }) },
        body: JSON.stringify(say('ping')),
      }),
    );
    expect([response.status, (await response.json()).error.data.code]).toEqual([
      403,
      host === 'evil.example' ? 'wrong_host' : 'wrong_origin',
    ]);
  });
});

describe('events for platforms', () => {
  test('are signed with all that names them', async () => {
    const request = {
      url: platform.profileUrl.replace('/profile.json', '/events'),
      headers: {
        'Webhook-Id': randomUUID(),
        'Webhook-Timestamp': '1775000000',
        'Idempotency-Key': randomUUID(),
      },
      body: '{"id":"o1"}',
    };
    const headers = await shop.agents.signRequest({ ...request, method: 'POST' });
    platform.eventAnswers = [500];
    const { signal } = new AbortController();
    expect(await shop.agents.post({ ...request, headers }, signal)).toEqual({
      delivered: false,
      outcome: 'Answered 500',
    });
    expect(await shop.agents.post({ ...request, headers }, signal)).toEqual({
      delivered: true,
      outcome: 'Answered 200',
    });
    const [event] = platform.events;
    expect(event).toMatchObject({ isSigned: true, body: { id: 'o1' } });
    expect(event?.headers['ucp-agent']).toBe(`profile="${LOCAL_SITE}/.well-known/ucp"`);
    await shop.agents.post(
      { ...request, headers: { ...headers, 'Webhook-Timestamp': '1775000001' } },
      signal,
    );
    expect(platform.events.at(-1)?.isSigned).toBe(false);
  });

  test('go to no private address', async () => {
    await using publicShop = await createTestShop({ siteUrl: 'https://parts.example' });
    const request = { headers: {}, body: '{}' };
    const { signal } = new AbortController();
    for (const [url, outcome] of [
      [platform.profileUrl, 'The address must be https'],
      ['https://127.0.0.1/events', 'The address is not on the public internet'],
    ] as const)
      expect(await publicShop.agents.post({ ...request, url }, signal)).toEqual({
        delivered: false,
        outcome,
      });
  });
});
