import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type PlatformProfile, ProfileProblem } from '#core/agents/agents.server.ts';
import { declaredBy } from '#core/agents/declared-capabilities.ts';
import { importKey } from '#core/agents/http-signature.server.ts';
import { keepCommon, platformProfile } from '#core/agents/platform-profile.ts';
import { type Exchanged, exchange, TooLongError } from '../network/exchange.ts';
import { describeError } from '../network/public-network.ts';
import { readPlatformUrl, type Reach } from './reach.ts';

/** The memory is bounded whatever platforms exist: other profiles push out those that were used longest ago. */
const MAX_PROFILES = 500;
const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;

/** Fetches at the same time. */
const MAX_FETCHES = 10;
const BUSY_SECONDS = 5;

const MIN_FRESH_SECONDS = 60;
const MAX_FRESH_SECONDS = 24 * 60 * 60;

const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 60 * 60;

interface Failure {
  problem: ProfileProblem;
  pauseSeconds: number;
  until: number;
}

interface Kept {
  profile: PlatformProfile;
  fetchedAt: number;
}

interface Profiles {
  siteUrl: string;
  reach: Reach;
  timeoutMs?: number;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/** Fetches profiles of platforms within fixed bounds, however many addresses are named. */
export function createProfiles({
  siteUrl,
  reach,
  timeoutMs = TIMEOUT_MS,
  now = () => performance.now(),
}: Profiles) {
  const declared = declaredBy(siteUrl);
  const kept = new LRUCache<string, Kept>({ max: MAX_PROFILES, ttl: 1, perf: { now }, ttlResolution: 0 });
  const failures = new LRUCache<string, Failure>({ max: MAX_PROFILES });
  /** When a profile was last fetched for an unknown key, by origin. */
  const forced = new LRUCache<string, number>({ max: MAX_PROFILES });
  const open = new Map<string, Promise<PlatformProfile>>();

  const isRecent = (time: number | undefined) =>
    time !== undefined && time + MIN_FRESH_SECONDS * 1_000 > now();

  async function load(url: string): Promise<PlatformProfile> {
    try {
      const answer = await fetchProfile(url, reach, timeoutMs);
      const profile = readProfile(url, answer.body, declared);
      kept.set(url, { profile, fetchedAt: now() }, { ttl: freshSeconds(answer.headers) * 1_000 });
      failures.delete(url);
      return profile;
    } catch (error) {
      if (!(error instanceof ProfileProblem)) throw error;
      const { pauseSeconds: last = FIRST_PAUSE_SECONDS / 2 } = failures.get(url) ?? {};
      const pauseSeconds = Math.min(2 * last, MAX_PAUSE_SECONDS);
      failures.set(url, { problem: error, pauseSeconds, until: now() + pauseSeconds * 1_000 });
      throw error;
    }
  }

  return async function profileOf(
    url: string,
    { wantsKey, beforeFetch }: { wantsKey?: string; beforeFetch?: () => Promise<void> } = {},
  ): Promise<PlatformProfile> {
    const read = readPlatformUrl(url, reach);
    if ('problem' in read)
      throw new ProfileProblem('invalid_profile_url', `The profile's address ${read.problem}`);
    const { href, origin } = read.url;
    const known = kept.get(href);
    if (known) {
      const lacksKey = wantsKey !== undefined && !known.profile.keys.some(({ id }) => id === wantsKey);
      if (!lacksKey || isRecent(known.fetchedAt) || isRecent(forced.get(origin))) return known.profile;
    }
    const failure = failures.get(href);
    if (failure && failure.until > now()) {
      // Without the new key, the platform is as it was.
      if (known) return known.profile;
      const { code, message } = failure.problem;
      throw new ProfileProblem(code, message, Math.ceil((failure.until - now()) / 1_000));
    }
    const running = open.get(href);
    if (running) return running;
    const asked = now();
    await beforeFetch?.();
    // Another request may have fetched it meanwhile.
    const meanwhile = kept.get(href);
    if (meanwhile && meanwhile.fetchedAt >= asked) return meanwhile.profile;
    if (known && isRecent(forced.get(origin))) return known.profile;
    if (open.size >= MAX_FETCHES)
      throw new ProfileProblem(
        'profile_unreachable',
        'The shop reads too many profiles right now',
        BUSY_SECONDS,
      );
    if (known) forced.set(origin, now());
    const loading = open.get(href) ?? load(href).finally(() => open.delete(href));
    open.set(href, loading);
    return loading;
  };
}

async function fetchProfile(url: string, { isAllowed }: Reach, timeoutMs: number): Promise<Exchanged> {
  const unreachable = (why: string) =>
    new ProfileProblem('profile_unreachable', `No profile from ${url}: ${why}`);
  const signal = AbortSignal.timeout(timeoutMs);
  let answer: Exchanged;
  try {
    answer = await exchange(new URL(url), {
      method: 'GET',
      headers: { Accept: 'application/json', 'User-Agent': 'Partyard-UCP/1' },
      signal,
      isAllowed,
      maxBytes: MAX_BYTES,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof TooLongError) throw unreachable(`It is longer than ${MAX_BYTES} bytes`);
    const why = describeError(error as NodeJS.ErrnoException, signal.aborted);
    if (code === 'EPRIVATE' || code === 'ENOTFOUND')
      throw new ProfileProblem('invalid_profile_url', `No profile from ${url}: ${why}`);
    throw unreachable(why);
  }
  if (answer.status < 200 || answer.status > 299) throw unreachable(`It answers ${answer.status}`);
  return answer;
}

function readProfile(url: string, body: Buffer, declared: ReturnType<typeof declaredBy>): PlatformProfile {
  const malformed = (why: string) => new ProfileProblem('profile_malformed', `The profile at ${url} ${why}`);
  let sent: unknown;
  try {
    sent = JSON.parse(body.toString('utf8'));
  } catch {
    throw malformed('is not JSON');
  }
  const parsed = platformProfile.safeParse(sent);
  if (!parsed.success) throw malformed(`is wrong: ${z.prettifyError(parsed.error).slice(0, 300)}`);
  const { ucp, signing_keys: keys } = parsed.data;
  return {
    url,
    version: ucp.version,
    capabilities: keepCommon(ucp.capabilities, declared),
    keys: keys.map((key) => {
      try {
        return { id: key.kid, key: importKey(key) };
      } catch {
        throw malformed(`has an invalid key: ${key.kid}`);
      }
    }),
  };
}

/** How long a profile may be used: as its headers say, at least a minute and at most a day. */
export function freshSeconds(headers: IncomingHttpHeaders): number {
  const [, seconds] = /(?:^|[,\s])max-age="?(\d{1,9})/i.exec(headers['cache-control'] ?? '') ?? [];
  const age = Number(headers.age ?? 0);
  const left = Number(seconds ?? 0) - (Number.isFinite(age) ? age : 0);
  return Math.min(Math.max(left, MIN_FRESH_SECONDS), MAX_FRESH_SECONDS);
}
