import type { Role } from './role.ts';
import { setSignedIn } from './own-holds.ts';
import { deleteDrafts } from './drafts.ts';

export interface SignedInUser {
  id: string;
  email: string;
}

export interface VisitorState {
  /** Undefined until the server has answered. */
  user: SignedInUser | null | undefined;
  role: Role | null;
  needsSecondStep?: boolean;
  /** Seconds. */
  expires_in?: number;
}

export type SessionEvent =
  | 'signed-in'
  | 'signed-out'
  /** The session expired, or ended on the server. */
  | 'session-over'
  | 'user-updated'
  | 'token-refreshed';

const CHANNEL = 'partyard.session';

export const unknownVisitor: VisitorState = { user: undefined, role: null };
const signedOut: VisitorState = { user: null, role: null };

let current = unknownVisitor;
let latestFetch = 0;
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();
const eventListeners = new Set<(event: SessionEvent) => void>();

export function readVisitor(): VisitorState {
  return current;
}

/** Takes over the visitor of a private page, before anything has asked for it. */
export function startWith(visitor: VisitorState): void {
  if (listeners.size === 0 && current === unknownVisitor) current = visitor;
}

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

/** Reports a session change by this tab to all tabs. */
export async function announce(event: SessionEvent): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin.
  channel?.postMessage(event);
  await applyEvent(event);
}

async function applyEvent(event: SessionEvent): Promise<void> {
  if (event === 'signed-out' || event === 'session-over') {
    deleteDrafts();
    latestFetch += 1;
    return setVisitor(signedOut);
  }
  await fetchVisitor();
}

/** If the fetch fails, the user stays signed in, but without a role. */
async function fetchVisitor(): Promise<void> {
  latestFetch += 1;
  const thisFetch = latestFetch;
  const fetched = await fetch('/auth/v1/user')
    .then((response) => (response.ok ? (response.json() as Promise<VisitorState>) : undefined))
    .catch(() => undefined);
  if (thisFetch !== latestFetch) return;
  setVisitor(fetched ?? (current.user ? { ...current, role: null } : unknownVisitor));
}

function setVisitor(next: VisitorState): void {
  current = next;
  setSignedIn(Boolean(next.user));
  for (const listener of listeners) listener();
}

function start(): void {
  channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : undefined;
  channel?.addEventListener('message', onMessage);
  window.addEventListener('pageshow', onPageShow);
  void fetchVisitor().then(announceUser);
}

/** A mailed link signs in with a page load. Other tabs fetch the visitor again if the user differs. */
function announceUser(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin.
  channel?.postMessage({ userId: current.user?.id ?? null });
}

function stop(): void {
  channel?.close();
  window.removeEventListener('pageshow', onPageShow);
}

function onMessage({ data }: MessageEvent<SessionEvent | { userId: string | null }>): void {
  if (typeof data === 'object') {
    if (data.userId !== (current.user?.id ?? null)) void fetchVisitor();
    return;
  }
  void applyEvent(data);
  for (const listener of eventListeners) listener(data);
}

/** The back/forward cache misses events, so a restored page asks again. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) void fetchVisitor();
}
