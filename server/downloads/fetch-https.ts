import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { SourceAddress } from '#core/imports/sources/import-source.ts';
import { DownloadError } from '#core/platform/downloads.server.ts';
import { checkHost, lookUpPublic } from '../network/public-network.ts';
import type { Fetch, Fetched } from './fetch.ts';
import { tooLarge } from './temporary-file.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Follows redirects, to public addresses with https only. Credentials are for the source's own host and port. */
export async function fetchHttps(fetch: Fetch, { href }: SourceAddress): Promise<Fetched> {
  let url = new URL(href);
  const { origin } = url;
  let isOwn = true;
  for (let redirects = 0; ; redirects += 1) {
    isOwn &&= url.origin === origin;
    const response = await get(url, fetch, isOwn);
    const { statusCode: status = 0, headers } = response;
    if (!REDIRECTS.has(status)) return receive(response, fetch, url);
    response.destroy();
    if (redirects === MAX_REDIRECTS) throw new DownloadError(`More than ${MAX_REDIRECTS} redirects`);
    url = readLocation(headers.location, url);
  }
}

function readLocation(location: string | undefined, from: URL): URL {
  if (location === undefined || !URL.canParse(location, from))
    throw new DownloadError("The server redirects to an address that can't be read");
  const url = new URL(location, from);
  if (url.protocol !== 'https:') throw new DownloadError('The server redirects to an address without https');
  if (url.username !== '' || url.password !== '')
    throw new DownloadError('The server redirects to an address with a password');
  return url;
}

function get(url: URL, fetch: Fetch, isOwn: boolean): Promise<IncomingMessage> {
  const { signal, timeouts, isAllowed, authority, resolve } = fetch;
  checkHost(url.hostname, isAllowed);
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = https.get(url, {
    headers: {
      'User-Agent': 'Partyard-Import/1',
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      ...(isOwn && authorize(fetch)),
      ...(fetch.etag !== null && { 'If-None-Match': fetch.etag }),
      ...(fetch.lastModified !== null && { 'If-Modified-Since': fetch.lastModified }),
    },
    signal,
    agent: false,
    ca: authority,
    lookup: lookUpPublic(isAllowed, resolve),
  });
  let response: IncomingMessage | undefined;
  const late = () =>
    (response ?? sent).destroy(
      new DownloadError(`The server ${response ? 'stopped sending' : 'did not answer in time'}`),
    );
  const connecting = setTimeout(late, timeouts.connect);
  sent.on('socket', (socket) => socket.once('secureConnect', () => clearTimeout(connecting)));
  sent.on('close', () => clearTimeout(connecting));
  // The time runs from the connection to the last byte.
  sent.setTimeout(timeouts.idle, late);
  sent.on('response', (answered) => {
    response = answered;
    answer(answered);
  });
  sent.on('error', reject);
  return promise;
}

function authorize({ auth, userName, secret }: Fetch): { Authorization?: string } {
  if (secret === undefined) return {};
  if (auth === 'bearer') return { Authorization: `Bearer ${secret}` };
  const basic = Buffer.from(`${userName ?? ''}:${secret}`).toString('base64');
  return { Authorization: `Basic ${basic}` };
}

async function receive(response: IncomingMessage, fetch: Fetch, url: URL): Promise<Fetched> {
  const { statusCode: status, headers } = response;
  const { etag, lastModified, file, maxBytes } = fetch;
  if (status === 304 && (etag !== null || lastModified !== null)) {
    response.destroy();
    return 'unchanged';
  }
  const problem = findProblem(response, url);
  if (problem !== undefined || Number(headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    throw problem === undefined ? tooLarge(maxBytes) : new DownloadError(problem);
  }
  for await (const chunk of response as AsyncIterable<Buffer>) await file.write(chunk);
  return {
    etag: headers.etag?.slice(0, 500) ?? null,
    lastModified: headers['last-modified']?.slice(0, 100) ?? null,
  };
}

function findProblem({ statusCode: status, headers }: IncomingMessage, { host }: URL): string | undefined {
  if (status === 401 || status === 403) return `${host} refused the credentials (${status})`;
  if (status === 404 || status === 410) return `${host} has no such file (${status})`;
  if (status !== 200) return `${host} answered ${status}`;
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    return `${host} sent the file compressed, which the shop has not asked for`;
  if (/^text\/html\b/i.test(headers['content-type'] ?? ''))
    return `${host} sent a web page, not a file. Does it ask to sign in?`;
  return undefined;
}
