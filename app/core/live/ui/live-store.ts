import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import {
  applyLiveState,
  findNews,
  hasSameState,
  isAdminTopic,
  type KnownState,
  type LiveMessage,
  type LivePart,
  type PartNews,
  partTopic,
  type Topic,
} from '../live.ts';
import { isOwnPurchase, useOwnHolds } from '#core/accounts/own-holds.ts';
import { whenIdle } from '#kit/when-idle.ts';

/** `isOwn` is true if only the visitor's own account has changed the topic. */
type OnChange = (isOwn: boolean) => void;

/** Topic -> the mounted components that follow it. */
const followed = new Map<string, Set<OnChange>>();
const parts = new Map<string, LivePart | null>();
const partListeners = new Set<() => void>();
/** Counts changes of parts. */
let version = 0;
let isLost = false;
let newest = 0;
let onTopics: (() => void) | undefined;
let isLoading = false;
/** readAsOf() explains it. */
let asOf = new Map<string, number>();
let isAnnouncing = false;

/** Returns the topics that this page follows now. */
export function readTopics(): string[] {
  return [...followed.keys()];
}

/** Returns the topics that were loaded since the last call, with the oldest state that each was loaded with. */
export function readAsOf(): ReadonlyMap<string, number> {
  const read = asOf;
  asOf = new Map();
  return read;
}

/** Sets the listener of the connection, which is loaded when the page is at rest. */
export function onTopicsChange(listener: () => void): void {
  onTopics = listener;
}

/** Returns the number of the newest change in a message. */
export function readNewest(): number {
  return newest;
}

/** @param number is the newest change in the message. */
export function receive(
  { parts: received = {}, changed = [], own, reload, denied, lost }: LiveMessage,
  number = 0,
): void {
  newest = Math.max(newest, number);
  isLost = lost ?? false;
  for (const [id, part] of Object.entries(received)) if (followed.has(partTopic(id))) parts.set(id, part);
  if (Object.keys(received).length > 0) notifyPartListeners();
  for (const [topic, listeners] of followed) {
    const isChanged = reload || changed.includes(topic) || (denied && isAdminTopic(topic));
    const isOwn = !reload && own?.includes(topic) === true;
    if (isChanged) for (const listener of listeners) listener(isOwn);
  }
}

function notifyPartListeners(): void {
  version += 1;
  for (const listener of partListeners) listener();
}

export interface Pace {
  /** Least milliseconds between two calls. */
  interval: number;
  /** Milliseconds over which the requests of many pages are spread. */
  maxDelay: number;
}

const atOnce: Pace = { interval: 0, maxDelay: 0 };

/**
 * Follows a topic while the component is mounted. Calls `onChange` after changes, and when some may have been missed. With
 * `since`, also calls it after changes between the loading of the page and its first message.
 */
export function useTopic(topic: Topic | undefined, onChange: OnChange, pace = atOnce, since?: number): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (topic === undefined) return;
    const { call, cancel } = atPace(pace, (isOwn) => latest.current(isOwn));
    if (since !== undefined) asOf.set(topic, Math.min(asOf.get(topic) ?? since, since));
    const unfollow = follow([topic], call);
    return () => {
      cancel();
      unfollow();
    };
  }, [topic, pace, since]);
}

function atPace({ interval, maxDelay }: Pace, onCall: OnChange) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOnlyOwn = true;
  let calledAt = -interval;
  return {
    call(isOwn: boolean) {
      isOnlyOwn &&= isOwn;
      const pause = Math.max(calledAt + interval - performance.now(), 0);
      timer ??= setTimeout(
        () => {
          timer = undefined;
          calledAt = performance.now();
          onCall(isOnlyOwn);
          isOnlyOwn = true;
        },
        pause + Math.random() * maxDelay,
      );
    },
    cancel: () => clearTimeout(timer),
  };
}

export interface LiveView<Shown> {
  /** The part's current state. */
  part: Shown;
  /** Changes since the part was loaded. */
  news: PartNews;
}

type FollowedPart = KnownState & { id: string };

const noNews: PartNews = {};

/** Follows a part. The component renders only when its price or stock changes. */
export function useLivePart<Shown extends FollowedPart>(loaded: Shown): LiveView<Shown> {
  const { id } = loaded;
  const isOwn = useOwnHolds(id).length > 0;
  useEffect(() => follow([partTopic(id)], () => {}), [id]);
  useEffect(() => forgetLost([loaded.id]), [loaded]);
  const now = useSyncExternalStore(
    subscribeToParts,
    () => {
      const state = parts.get(id);
      return state && hasSameState(state, loaded) ? undefined : state;
    },
    () => undefined,
  );
  return useMemo(() => {
    if (now === undefined) return { part: loaded, news: noNews };
    const part = applyLiveState(loaded, now);
    const { stock, ...news } = findNews(loaded, part);
    // A visitor who pays for the last unit sees it as held for them.
    const isHidden = (stock === 'sold' || stock === 'held') && (isOwn || isOwnPurchase(id));
    return { part, news: { ...news, ...(stock && !isHidden && { stock }) } };
  }, [id, isOwn, loaded, now]);
}

/** Follows parts without rendering anything, for a section of the page that is not hydrated yet. */
export function FollowParts({ ids }: { ids: readonly string[] }) {
  const joined = ids.join(',');
  useEffect(() => (joined === '' ? undefined : follow(joined.split(',').map(partTopic), () => {})), [joined]);
  return null;
}

/** Follows parts. Returns their state since the page was loaded: null if a part is gone, undefined if nothing is known. */
export function useLiveStates(ids: readonly string[]): (id: string) => LivePart | null | undefined {
  const joined = ids.join(',');
  useEffect(() => follow(joined.split(',').map(partTopic), () => {}), [joined]);
  const current = useSyncExternalStore(
    subscribeToParts,
    () => version,
    () => 0,
  );
  // Each change makes a new function.
  return useMemo(() => (id) => (current >= 0 ? parts.get(id) : undefined), [current]);
}

/** Forgets lost states of newly loaded parts. Without a connection, the parts are newer than the last states. */
export function forgetLost(ids: readonly string[]): void {
  if (!isLost) return;
  const outdated = ids.filter((id) => parts.delete(id));
  if (outdated.length > 0) notifyPartListeners();
}

function subscribeToParts(listener: () => void): () => void {
  partListeners.add(listener);
  return () => partListeners.delete(listener);
}

function follow(topics: readonly string[], listener: OnChange): () => void {
  for (const topic of topics) {
    const listeners = followed.get(topic) ?? new Set();
    followed.set(topic, listeners.add(listener));
  }
  announceTopics();
  return () => {
    for (const topic of topics) {
      const listeners = followed.get(topic);
      listeners?.delete(listener);
      if (listeners?.size !== 0) continue;
      followed.delete(topic);
      parts.delete(topic.slice(topic.indexOf(':') + 1));
    }
    announceTopics();
  };
}

/** Runs once for all components that are mounted together. */
function announceTopics(): void {
  if (isAnnouncing) return;
  isAnnouncing = true;
  queueMicrotask(() => {
    isAnnouncing = false;
    if (onTopics) return onTopics();
    if (isLoading) return;
    isLoading = true;
    // The page works as it was loaded if the connection fails.
    whenIdle(() => void import('../connect-live.ts').then(({ connect }) => connect(), console.warn));
  });
}
