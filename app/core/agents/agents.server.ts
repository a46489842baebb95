import type { KeyObject } from 'node:crypto';
import { createContext } from 'react-router';
import type { DeclaredCapability } from './platform-profile.ts';
import type { PublicKey } from './public-key.ts';

/** A key that a platform publishes in its profile. `key` is undefined if the shop can't verify with it. */
export interface PlatformKey {
  id: string;
  key: KeyObject | undefined;
}

/** The profile of a platform, as far as the shop reads it. */
export interface PlatformProfile {
  url: string;
  /** Version of the protocol, such as '2026-04-08'. */
  version: string;
  capabilities: Readonly<Record<string, readonly DeclaredCapability[]>>;
  keys: readonly PlatformKey[];
}

/** Why a platform's profile can't be used. The message is for the platform. */
export class ProfileProblem extends Error {
  readonly code: 'invalid_profile_url' | 'profile_unreachable' | 'profile_malformed';
  /** Seconds until the shop tries again. */
  readonly retryAfter: number | undefined;

  constructor(code: ProfileProblem['code'], message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export interface SentRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The server's part: it fetches profiles of platforms, signs for the shop, and sends to platforms. */
export interface Agents {
  /** Address of the shop's own profile. */
  readonly profileUrl: string;
  /**
   * Returns the profile at an address, from memory while it is fresh.
   * @param options.wantsKey Fetches the profile again if it has no key with this id, at most once a minute for all profiles of its origin.
   * @param options.beforeFetch Called before a fetch. It may throw to prevent it.
   * @throws {ProfileProblem}
   */
  profileOf(
    url: string,
    options?: { wantsKey?: string; beforeFetch?: () => Promise<void> },
  ): Promise<PlatformProfile>;
  /** Returns the public keys that the shop's profile lists. The first call of a new shop creates one. */
  publicKeys(): Promise<PublicKey[]>;
  /**
   * Publishes a new key, which signs after ten minutes: by then, no platform keeps a profile without it. The old one stays
   * published for a week. If a key is compromised, it is removed at once, and the new one signs at once.
   */
  rotateKey(options?: { isCompromised?: boolean }): Promise<void>;
  /** Signs a request to a platform. Returns all its headers: the given ones, UCP-Agent, Content-Digest and the signature. */
  signRequest(request: SentRequest & { method: string }): Promise<Record<string, string>>;
  /** Signs an answer to a platform. Returns the headers to add to those that are given. */
  signAnswer(answer: {
    status: number;
    headers: Readonly<Record<string, string>>;
    body: string;
  }): Promise<Record<string, string>>;
  /** Sends once, to public addresses only, and follows no redirect. Throws only if `stop` aborts. `outcome` is for admins. */
  post(request: SentRequest, stop: AbortSignal): Promise<{ delivered: boolean; outcome: string }>;
  /** Hashes with the shop's secret, so that the hash alone tells nothing about the text. Returns 43 characters. */
  hash(text: string): string;
  /** Encrypts a text with the shop's secret for an owner, such as the key of a row. */
  seal(text: string, owner: string): string;
  /** Returns undefined if the text was sealed for another owner or with another secret. */
  open(sealed: string, owner: string): string | undefined;
}

export const agentsContext = createContext<Agents>();
