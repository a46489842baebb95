import { createHmac } from 'node:crypto';
import type { Agents } from '#core/agents/agents.server.ts';
import { contentDigest, requiredOfRequest, signMessage } from '#core/agents/http-signature.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { exchange } from '../network/exchange.ts';
import { describeError } from '../network/public-network.ts';
import { openSecret, type Sealing, sealSecret } from '../sealed-secret.ts';
import { createKeys } from './keys.ts';
import { createProfiles } from './profiles.ts';
import { createReach, readPlatformUrl } from './reach.ts';

const POST_TIMEOUT_MS = 10_000;

export interface AgentsOptions {
  secret: string;
  /** Has no trailing slash. */
  siteUrl: string;
  database: Database;
  timeoutMs?: number;
}

export function createAgents({ secret, siteUrl, database, timeoutMs }: AgentsOptions): Agents {
  const reach = createReach(siteUrl);
  const profileUrl = `${siteUrl}/.well-known/ucp`;
  const sealing = (owner: string): Sealing => ({ secret, label: 'partyard agents', owner });
  const seal: Agents['seal'] = (text, owner) => sealSecret(text, sealing(owner));
  const open: Agents['open'] = (sealed, owner) => openSecret(sealed, sealing(owner));
  const keys = createKeys({ database, seal, open });
  return {
    profileUrl,
    profileOf: createProfiles({ siteUrl, reach, timeoutMs }),
    publicKeys: async () => (await keys.read()).published,
    rotateKey: keys.rotate,
    async signRequest({ method, url, headers, body }) {
      const { signing } = await keys.read();
      const signed = {
        'Content-Type': 'application/json',
        ...headers,
        'UCP-Agent': `profile="${profileUrl}"`,
        'Content-Digest': contentDigest(body),
      };
      const message = { method, url: new URL(url), headers: new Headers(signed) };
      // What identifies an event is signed, too.
      const ids = ['webhook-id', 'webhook-timestamp'].filter((name) => message.headers.has(name));
      const names = [...requiredOfRequest(message, true), ...ids];
      return { ...signed, ...signMessage(message, { names, keyId: signing.id, key: signing.key }) };
    },
    async signAnswer({ status, headers, body }) {
      const { signing } = await keys.read();
      const digest = { 'Content-Digest': contentDigest(body) };
      const message = { status, headers: new Headers({ ...headers, ...digest }) };
      const names = ['@status', 'content-digest', 'content-type'];
      return { ...digest, ...signMessage(message, { names, keyId: signing.id, key: signing.key }) };
    },
    async post({ url, headers, body }, stop) {
      const read = readPlatformUrl(url, reach);
      if ('problem' in read) return { delivered: false, outcome: `The address ${read.problem}` };
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs ?? POST_TIMEOUT_MS)]);
      try {
        const sent = {
          ...headers,
          'Content-Length': Buffer.byteLength(body),
          'User-Agent': 'Partyard-UCP/1',
        };
        const { isAllowed } = reach;
        const { status } = await exchange(read.url, {
          method: 'POST',
          headers: sent,
          body,
          signal,
          isAllowed,
        });
        return { delivered: status >= 200 && status < 300, outcome: `Answered ${status}` };
      } catch (error) {
        // The process is stopping, so this was no attempt.
        stop.throwIfAborted();
        return { delivered: false, outcome: describeError(error as NodeJS.ErrnoException, signal.aborted) };
      }
    },
    hash: (text) => createHmac('sha256', secret).update(`agents ${text}`).digest('base64url'),
    seal,
    open,
  };
}
