import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runShop } from '../support/run-shop.ts';
import { randomAddress } from '../support/random-address.ts';
import { explained } from './explained.ts';

/**
 * npm run test:security [-- --minutes 3] [sqlmap] [wapiti]
 *
 * Runs sqlmap and wapiti (Debian packages) against a temporary shop, for this time per target. Fails on findings that
 * explained.ts does not contain. Modules that would download anything are off.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '3' } },
});
const MINUTES = Number(values.minutes);
const wanted = (tool: string) => positionals.length === 0 || positionals.includes(tool);

/** Lists all parameters of a shopper's addresses and forms. */
const targets: { path: string; data?: string; type?: string }[] = [
  { path: '/junkyard?q=brake&make=Honda&category=Brakes&condition=Good&sort=name' },
  { path: '/api/parts?q=brake&make=Honda&model=Civic&year=2015&category=Brakes&sort=price&limit=5' },
  { path: '/?make=Honda&model=Civic&year=2015&category=Brakes&sort=price' },
  { path: '/api/suggestions?q=brake' },
  { path: '/api/models?make=Honda' },
  { path: '/payment-success?session_id=test_1' },
  { path: '/contact', data: 'name=Dana&email=dana@example.com&subject=Hi&message=Hello' },
  {
    path: '/auth/v1/token?grant_type=password',
    data: '{"email":"dana@example.com","password":"x"}',
    type: 'application/json',
  },
];

const folder = await mkdtemp(join(tmpdir(), 'partyard-security-'));
// PostgreSQL runs as another user for root.
await chmod(folder, 0o755);
const shop = runShop({
  DATA_DIR: folder,
  DEMO_PARTS: '200',
  TRUST_PROXY: 'true',
  ADMIN_PASSWORD: 'the password of the first admin',
});
const findings: string[] = [];
try {
  const shopUrl = await shop.ready();
  const proxy = await fromEverywhere(shopUrl);
  for (const target of wanted('sqlmap') ? targets : []) findings.push(...(await sqlmap(proxy.url, target)));
  if (wanted('wapiti')) findings.push(...(await wapiti(proxy.url)));
  proxy.close();
  const failures = shop.lines.filter((line) => line.includes('"level":50'));
  if (failures.length > 0) findings.push(`the shop failed: ${failures[0]}`);
} finally {
  await shop.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

const open = findings.filter((finding) => !explained.some(({ finding: known }) => known.test(finding)));
for (const finding of findings)
  console.log(open.includes(finding) ? `NEW        ${finding}` : `explained  ${finding}`);
console.log(`${findings.length} findings, ${open.length} of them not explained.`);
process.exitCode = open.length > 0 ? 1 : 0;

/** Forwards each request with its own client address, because the limits by address are not the target here. */
async function fromEverywhere(url: string) {
  const { port } = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': randomAddress() };
    const asked = request(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function sqlmap(url: string, { path, data, type }: (typeof targets)[number]): Promise<string[]> {
  const output = await run('sqlmap', [
    '-u',
    `${url}${path}`,
    '--batch',
    '--dbms=PostgreSQL',
    '--level=2',
    '--risk=2',
    '--threads=4',
    '--timeout=10',
    '--output-dir',
    join(folder, 'sqlmap'),
    '--flush-session',
    '--disable-coloring',
    '--skip-waf',
    '--answers=redirect=N',
    ...(data ? ['--data', data] : []),
    ...(type ? ['--headers', `Content-Type: ${type}`] : []),
  ]);
  const found = output.match(/Parameter: .+|is vulnerable.+/g) ?? [];
  if (!/\[\d\d:\d\d:\d\d\]/.test(output)) throw new Error(`sqlmap did not run:\n${output}`);
  console.log(`sqlmap     ${path}: ${found.length} findings`);
  return found.map((line) => `sqlmap ${path}: ${line}`);
}

async function wapiti(url: string): Promise<string[]> {
  const report = join(folder, 'wapiti.json');
  const modules =
    'backup,blindsql,brute_login_form,buster,cookieflags,crlf,csp,csrf,exec,file,http_headers,methods,permanentxss,redirect,shellshock,sql,ssrf,xss,xxe';
  // ssrf and xxe need an endpoint of wapiti's authors, so they are left out; buster and backup guess names.
  const local = modules
    .split(',')
    .filter((name) => !['ssrf', 'xxe', 'brute_login_form', 'buster'].includes(name));
  const output = await run('wapiti', [
    '-u',
    `${url}/`,
    '-m',
    local.join(','),
    '--flush-session',
    '--flush-attacks',
    '-S',
    'normal',
    '-f',
    'json',
    '-o',
    report,
    '--max-scan-time',
    String(MINUTES * 60),
    '--max-attack-time',
    String(Math.ceil(MINUTES * 6)),
    '--max-links-per-page',
    '30',
    '-d',
    '3',
    '--no-bugreport',
    '-v',
    '0',
    '--store-session',
    join(folder, 'wapiti'),
  ]);
  const { vulnerabilities = {}, anomalies = {} } = await readFile(report, 'utf8').then(
    (text) =>
      JSON.parse(text) as Record<
        string,
        Record<string, { method: string; path: string; info: string; parameter: string }[]>
      >,
    () => {
      throw new Error(`wapiti wrote no report:\n${output}`);
    },
  );
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
    all.map(
      ({ method, path, info, parameter }) => `wapiti ${kind}: ${method} ${path} ${parameter ?? ''} ${info}`,
    ),
  );
}

function run(program: string, words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, HOME: folder },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => (output += String(bytes)));
    // After SIGINT, wapiti asks what to do; "r" makes it write its report.
    const timer = setTimeout(
      () => {
        child.kill('SIGINT');
        child.stdin.end('r\n');
      },
      MINUTES * 60_000 * (program === 'wapiti' ? 2 : 1),
    );
    child.stdin.on('error', () => undefined);
    child.on('error', () => reject(new Error(`${program} is missing: apt-get install ${program}`)));
    child.on('close', () => {
      clearTimeout(timer);
      resolve(output);
    });
  });
}
