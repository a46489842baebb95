import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type LiveMessage, type LivePart, partTopic } from '#domain/live.ts';
import { whenIdle } from '#ui/when-idle.ts';

type OnChange = () => void;

/** What the mounted components follow, by topic. */
const followed = new Map<string, Set<OnChange>>();
const parts = new Map<string, LivePart | null>();
const partListeners = new Set<() => void>();
let onTopics: (() => void) | undefined;
let isLoading = false;

/** The topics that this page follows now. */
export function readTopics(): string[] {
  return [...followed.keys()];
}

/** Called by the connection, which is loaded when the page is at rest. */
export function onTopicsChange(listener: () => void): void {
  onTopics = listener;
}

export function receive({ parts: received = {}, changed = [], reload, denied }: LiveMessage): void {
  for (const [id, part] of Object.entries(received)) {
    if (followed.has(partTopic(id))) parts.set(id, part);
  }
  if (Object.keys(received).length > 0) for (const listener of partListeners) listener();
  for (const [topic, listeners] of followed) {
    const isChanged = reload || changed.includes(topic) || (denied && topic.startsWith('admin:'));
    if (isChanged) for (const listener of listeners) listener();
  }
}

/** Follows a topic while the component is mounted. Calls `onChange` after each change, and when some may have been missed. */
export function useTopic(topic: string | undefined, onChange: OnChange): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => (topic === undefined ? undefined : follow(topic, () => latest.current())), [topic]);
}

const ignore = () => {};

/** The state of a part since the page was loaded; null if it is gone, undefined while nothing is known. */
export function useLiveState(id: string): LivePart | null | undefined {
  useTopic(partTopic(id), ignore);
  return useSyncExternalStore(
    subscribeToParts,
    () => parts.get(id),
    () => undefined,
  );
}

function subscribeToParts(listener: () => void): () => void {
  partListeners.add(listener);
  return () => partListeners.delete(listener);
}

function follow(topic: string, listener: OnChange): () => void {
  const listeners = followed.get(topic) ?? new Set();
  followed.set(topic, listeners.add(listener));
  announceTopics();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    followed.delete(topic);
    parts.delete(topic.slice(topic.indexOf(':') + 1));
    announceTopics();
  };
}

function announceTopics(): void {
  if (onTopics) return onTopics();
  if (isLoading) return;
  isLoading = true;
  // Without the connection, the page works as it was loaded.
  whenIdle(() => void import('./connect-live.ts').catch(console.warn));
}
