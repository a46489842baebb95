import { setSignedIn } from '#ui/own-holds.ts';
import { forgetDrafts } from './drafts.ts';

export interface SignedInUser {
  id: string;
  email: string;
}

export interface VisitorState {
  /** Undefined until it is known; null when signed out. */
  user: SignedInUser | null | undefined;
  isAdmin: boolean;
  /** Has the admin role, and can't use it before there is a second step. */
  needsSecondStep?: boolean;
  /** How long the access part of the session is good, in seconds. */
  expires_in?: number;
}

/** What has happened to the session of this browser (Spec §4, Authentication). */
export type SessionNews =
  | 'signed-in'
  | 'signed-out'
  /** Nobody has signed out: the session is over, or was ended from elsewhere. */
  | 'session-over'
  | 'user-updated'
  | 'token-refreshed';

/** How the tabs of a browser tell each other. */
const CHANNEL = 'partyard.session';

export const unknownVisitor: VisitorState = { user: undefined, isAdmin: false };
const signedOut: VisitorState = { user: null, isAdmin: false };

let current = unknownVisitor;
let asked = 0;
let channel: BroadcastChannel | undefined;
let stopKeeping: (() => void) | undefined;
const listeners = new Set<() => void>();
const newsListeners = new Set<(news: SessionNews) => void>();

export function readVisitor(): VisitorState {
  return current;
}

/** Follows who is signed in on this browser, whichever tab they sign in or out in. */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

/** Hears what other tabs have done. */
export function onNews(listener: (news: SessionNews) => void): () => void {
  newsListeners.add(listener);
  return () => newsListeners.delete(listener);
}

/** This tab has changed the session: here and in all tabs, it is looked up who is signed in now. */
export async function announce(news: SessionNews): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin.
  channel?.postMessage(news);
  await settle(news);
}

async function settle(news: SessionNews): Promise<void> {
  if (news === 'signed-out' || news === 'session-over') {
    forgetDrafts();
    asked += 1;
    return become(signedOut);
  }
  await lookUp();
}

/** Who is signed in now. When it can't be had, whoever is known stays, but is no admin; else the visitor is signed out. */
async function lookUp(): Promise<void> {
  asked += 1;
  const question = asked;
  const found = await fetch('/auth/v1/user')
    .then((response) => (response.ok ? (response.json() as Promise<VisitorState>) : undefined))
    .catch(() => undefined);
  // Asked again meanwhile: only the last answer is still true.
  if (question !== asked) return;
  become(found ?? (current.user ? { ...current, isAdmin: false } : signedOut));
}

function become(next: VisitorState): void {
  current = next;
  setSignedIn(Boolean(next.user));
  for (const listener of listeners) listener();
  void keepSession();
}

/** What keeps a session is fetched for those who have one. */
async function keepSession(): Promise<void> {
  stopKeeping?.();
  stopKeeping = undefined;
  const kept = current;
  const endsAt = Date.now() + (kept.expires_in ?? 0) * 1000;
  if (!kept.user) return;
  const module = await import('./keep-session.ts').catch(() => undefined);
  if (current === kept && listeners.size > 0) {
    stopKeeping = module?.keepSession(endsAt, announce);
  }
}

function start(): void {
  channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : undefined;
  channel?.addEventListener('message', onMessage);
  window.addEventListener('pageshow', onPageShow);
  void lookUp().then(tellWhoIsHere);
}

/** A mailed link signs in by a page that is loaded: other tabs look again if they believe otherwise. */
function tellWhoIsHere(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin.
  channel?.postMessage({ userId: current.user?.id ?? null });
}

function stop(): void {
  channel?.close();
  window.removeEventListener('pageshow', onPageShow);
  stopKeeping?.();
  stopKeeping = undefined;
}

function onMessage({ data }: MessageEvent<SessionNews | { userId: string | null }>): void {
  if (typeof data === 'object') {
    if (data.userId !== (current.user?.id ?? null)) void lookUp();
    return;
  }
  void settle(data);
  for (const listener of newsListeners) listener(data);
}

/** A page that Back brings as it was left has heard of no change meanwhile. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) void lookUp();
}
