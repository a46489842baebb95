import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent, request as httpRequest } from 'node:http';
import { type AttackedShop, createAttackedShop, PASSWORD } from '../support/attack-shop.ts';
import { isLong } from '../support/is-long.ts';
import { type ListeningShop, listenWith } from '../support/listening-shop.ts';
import { randomAddress } from '../support/random-address.ts';
import { addressOf, type ShopRoute } from '../support/routes.ts';

/** The long run has no time limit; the short one ends early on a busy machine. */
const REQUESTS = isLong ? 100_000 : 240;
const AT_ONCE = 8;

/** The maximum time of a response in milliseconds, with eight concurrent requests on a busy machine. */
const PATIENCE = 15_000;

let attacked: AttackedShop;
let listening: ListeningShop;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  attacked = await createAttackedShop({ log: pino({ level: 'error' }) });
  listening = await listenWith(attacked.shop);
});
afterAll(async () => {
  agent.destroy();
  await listening[Symbol.asyncDispose]();
  await attacked.shop[Symbol.asyncDispose]();
});

/** Texts that often break shops. */
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    'NaN',
    'null',
    'true',
    '\0',
    '%00',
    '%',
    '%zz',
    '../../../etc/passwd',
    '..%2f..%2f',
    "' or 1=1 --",
    "'; drop table parts_catalog; --",
    '$1',
    '\\',
    "\\'",
    '%_',
    '{}',
    '[]',
    '__proto__',
    'constructor',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '{{7*7}}',
    '${7*7}',
    '\u202e',
    '\ud800',
    '😀'.repeat(50),
    'ﬃ',
    'İ',
    'a'.repeat(5_000),
    ' '.repeat(2_000),
    '\r\nSet-Cookie: a=b',
    '9007199254740993',
    '99999999999999999999',
    '0x10',
    '1.5',
    '2015-13-45',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.string({ maxLength: 20 }),
  fc.uuid(),
  fc.integer().map(String),
);

const NAMES = `q make model year category condition sort limit after in_stock ids shown view token error
  error_description session_id grant_type page offset part oem user_id _routes email password data display_name items
  currency name phone partName urgency message subject description code intent crawlId position apiKey path order choice
  avatar_url part_name price stock_quantity image_url color_class sort_order parts seen picture`.split(/\s+/);
const name = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...NAMES) }, nasty);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    nasty,
    fc.constantFrom(null, true, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  ),
})).value;

const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'text/plain',
  'multipart/form-data',
  'application/xml',
  'application/octet-stream',
  '',
  'a/b; charset=\u00ff',
  'application/json; charset=utf-16',
];

const body = fc.oneof(
  json.map((value) => ({ type: 'application/json', text: JSON.stringify(value) })),
  fc.dictionary(name, nasty, { maxKeys: 6 }).map((fields) => ({
    type: 'application/x-www-form-urlencoded',
    text: Object.entries(fields)
      .map((pair) => pair.map(escapeWell).join('='))
      .join('&'),
  })),
  fc.dictionary(fc.constantFrom(...NAMES), nasty, { maxKeys: 6 }).map((fields) => ({
    type: 'multipart/form-data; boundary=b',
    text: `${Object.entries(fields)
      .map(([field, value]) => `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
      .join('')}--b--\r\n`,
  })),
  fc.record({ type: fc.constantFrom(...TYPES), text: nasty }),
  // Over the limit of most addresses.
  fc.record({
    type: fc.constantFrom(...TYPES),
    text: fc.constant('x'),
    times: fc.constantFrom(20_000, 70_000, 300_000, 1_500_000),
  }),
);

const headers = fc.dictionary(
  fc.constantFrom(
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Origin',
    'Sec-Fetch-Site',
    'Range',
    'If-None-Match',
    'User-Agent',
    'Host',
    'If-Modified-Since',
    'Referer',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-HTTP-Method-Override',
    'Forwarded',
    'X-Partyard-Client-Address',
    'Authorization',
    'Upgrade',
    'Purpose',
    'X-React-Router-Redirect',
    'Stripe-Signature',
  ),
  nasty.map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 500)),
  { maxKeys: 4 },
);

/** Other spellings of a path, and paths that resolve to other ones. */
const spellings: Record<string, (path: string) => string> = {
  unchanged: (path) => path,
  'with a dot segment': (path) => `/parts/..${path}`,
  'with an escaped dot segment': (path) => `/parts/%2e%2E${path}`,
  'with a single dot segment': (path) => `/.${path}`,
  'with a dot segment with parameters': (path) => `/parts/..;a=b${path}`,
  'with a dot segment at its end': (path) => `${path}/..`,
  'with backslashes': (path) => `/parts/..\\..${path}`,
  'with slashes': (path) => `//${path.replaceAll('/', '//')}/`,
  'in capitals': (path) => path.toUpperCase(),
  escaped: (path) => path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'escaped twice': (path) => path.replaceAll(/[a-z]/g, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  'with parameters': (path) => `${path};jsessionid=1`,
  'with a dot at its end': (path) => `${path}.`,
  'with a NUL': (path) => `${path}%00`,
  'with half an escape': (path) => `${path}%f`,
  'with a fragment': (path) => `${path}#/feeds/google-merchant.xml`,
  'with the host in the target': (path) => `http://${new URL(listening.url).host}${path}`,
  'with another host in the target': (path) => `http://evil.example${path}`,
};

/** Methods that no address accepts. */
const REFUSED = /step|backslash|NUL|half|fragment|another host/;

interface Attack {
  route: ShopRoute;
  spelling: string;
  twoHosts: boolean;
  values: string[];
  ending: string;
  query: [string, string][];
  method: string;
  who: 'nobody' | 'olga' | 'admin' | 'forged';
  headers: Record<string, string>;
  body: { type: string; text: string; times?: number } | undefined;
  known: boolean;
}

function attacks(routes: ShopRoute[]): fc.Arbitrary<Attack> {
  return fc.record({
    route: fc.constantFrom(...routes),
    spelling: fc.oneof(
      { weight: 3, arbitrary: fc.constant('unchanged') },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(spellings)) },
    ),
    twoHosts: fc.oneof(
      { weight: 30, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    values: fc.array(nasty, { minLength: 4, maxLength: 4 }),
    ending: fc.constantFrom(
      '',
      '',
      '',
      '.data',
      '/',
      '.json',
      '//',
      '%2f..',
      '.data.data',
      '/_.data',
      '?index',
    ),
    query: fc.array(fc.tuple(name, nasty), { maxLength: 5 }),
    method: fc.oneof(
      {
        weight: 30,
        arbitrary: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'),
      },
      { weight: 1, arbitrary: fc.constantFrom('OPTIONS', 'PROPFIND', 'TRACE') },
    ),
    who: fc.constantFrom('nobody', 'olga', 'admin', 'forged'),
    headers,
    body: fc.option(body, { nil: undefined }),
    known: fc.boolean(),
  });
}

/** Half of them are escaped like a query, the others are not. */
function escapeWell(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function addressFor({ route, spelling, values, ending, query, known }: Attack): string {
  const left = [...values];
  const path = known
    ? attacked.address(route)
    : addressOf(route.path, () => (left.shift() ?? 'x').toWellFormed());
  const asked = query.map((pair) => pair.map(escapeWell).join('=')).join('&');
  const [end = '', more = ''] = ending.split('?');
  const written = spellings[spelling]?.(path + end) ?? path;
  const parameters = [more, asked].filter(Boolean).join('&');
  return `${written}${parameters && `?${parameters}`}`;
}

interface Answer {
  status: number;
  text: string;
  ms: number;
}

function send(attack: Attack): Promise<Answer> {
  const { method, who } = attack;
  const cookies = {
    nobody: '',
    olga: attacked.olga.cookie,
    admin: attacked.admin.cookie,
    forged: forge(attacked.admin.cookie),
  };
  const bytes =
    method === 'TRACE' || !attack.body
      ? undefined
      : Buffer.from(attack.body.text.repeat(attack.body.times ?? 1));
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      listening.url,
      {
        agent,
        // Not in the URL, which would resolve it.
        path: addressFor(attack),
        method,
        headers: {
          ...(cookies[who] && { Cookie: cookies[who] }),
          ...(bytes && {
            'Content-Length': bytes.length,
            ...(attack.body?.type && { 'Content-Type': attack.body.type }),
          }),
          ...attack.headers,
          'X-Forwarded-For': randomAddress(),
        },
        timeout: PATIENCE,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('latin1'),
            ms: performance.now() - began,
          }),
        );
      },
    );
    if (attack.twoHosts) asked.setHeader('Host', [new URL(listening.url).host, 'evil.example']);
    asked.on('timeout', () => asked.destroy(new Error(`No answer within ${PATIENCE} ms`)));
    // The server may refuse and close before it has the whole body, and closes after a parse error.
    asked.on('error', (error: NodeJS.ErrnoException) =>
      asked.reusedSocket && !bytes
        ? reject(
            new Error(`The connection was closed by the answer before, which did not say so`, {
              cause: error,
            }),
          )
        : ['ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT'].includes(error.code ?? '')
          ? resolve({ status: 0, text: '', ms: performance.now() - began })
          : reject(error),
    );
    asked.end(bytes);
  });
}

let turns = 0;

/** Some of the attacks sign out their user. */
async function staySignedIn() {
  turns += 1;
  if (turns % 40 !== 0) return;
  for (const [browser, email] of [
    [attacked.olga, 'olga@example.com'],
    [attacked.admin, 'admin@example.com'],
  ] as const) {
    if ((await browser.whoAmI()).user === null) await browser.signIn(email, PASSWORD);
  }
}

let forged = 0;

/** The cookie with one character changed, each time another one. */
function forge(cookie: string): string {
  forged += 7;
  const at = forged % cookie.length;
  return `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}`;
}

/** No stack, statement, path of this machine, or package. */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|file:\/\/\/|\/server\/[\w-]+\.ts|\/work\/|select .{0,80} from "|violates .{0,40}constraint|syntax error at or near|PostgresError|DatabaseError|kysely|better-auth|graphile/i;

test(
  `${REQUESTS} hostile requests each get a response in time, without a 5xx or internal details`,
  async () => {
    const counted = new Map<number, number>();
    let slowest = 0;
    let closed = 0;
    const seed = Number(process.env.FUZZ_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261));
    await fc.assert(
      fc.asyncProperty(
        fc.array(attacks(attacked.routes), { minLength: AT_ONCE, maxLength: AT_ONCE }),
        async (batch) => {
          await staySignedIn();
          const answers = await Promise.all(batch.map(send));
          for (const [n, { status, text, ms }] of answers.entries()) {
            counted.set(status, (counted.get(status) ?? 0) + 1);
            slowest = Math.max(slowest, ms);
            closed += Number(status === 0);
            const attack = batch[n] as Attack;
            const what = `${attack.method} ${addressFor(attack)}`;
            if ((REFUSED.test(attack.spelling) || attack.twoHosts) && status !== 400 && status !== 0)
              throw new Error(`${what}, ${attack.spelling}, was answered ${status}`);
            if (status >= 500) throw new Error(`${what} was answered ${status}: ${text.slice(0, 300)}`);
            const leak = text.match(INSIDE);
            if (leak && !JSON.stringify(attack).includes(leak[0]))
              throw new Error(`${what} tells ${leak[0]}`);
          }
        },
      ),
      {
        numRuns: Math.ceil(REQUESTS / AT_ONCE),
        seed,
        endOnFailure: true,
        ...(!isLong && { interruptAfterTimeLimit: 20_000 }),
      },
    );
    const counts = [...counted].toSorted(([a], [b]) => a - b).map((pair) => pair.join(': '));
    console.log(`seed ${seed}; ${counts.join(', ')}; slowest ${Math.round(slowest)} ms`);
    expect(closed).toBeLessThan(REQUESTS / 50);
    // The shop still works, and its part is in stock.
    expect((await fetch(`${listening.url}/health`)).status).toBe(200);
    expect((await fetch(`${listening.url}/junkyard`)).status).toBe(200);
  },
  isLong ? 3_600_000 : 120_000,
);
