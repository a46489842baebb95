import { isAdminTopic, type LiveMessage, type LivePart, partTopic, RECONNECT_DELAYS } from './live.ts';
import { liveAddress, MAX_TOPICS } from './live-address.ts';
import { onTopicsChange, readAsOf, readTopics, receive } from './ui/live-store.ts';

const NAME = 'partyard.live';

/** One request follows all parts that appear within this time (ms). */
const GATHER_MS = 100;

/** The server writes every 25 seconds. A connection that is silent for this long (ms) is dead. */
const MAX_SILENCE_MS = 60_000;

/** A proxy that holds a stream back sends nothing. The first message must come within this time (ms). */
const FIRST_MESSAGE_MS = 10_000;

/** The shop refuses an admin's topics also while its database does not answer. They are asked for again after this time (ms). */
const DENIED_MS = 60_000;

/** Tabs of a browser send these to each other. The leader has the stream of all of them. */
type TabMessage =
  | { message: LiveMessage; number: number | undefined }
  | { leader: true }
  | { tab: string; topics: string[]; seen?: number | undefined };

const tab = Math.random().toString(36).slice(2);
const tabs = new Map<string, string[]>();
const known = new Map<string, LivePart | null>();
let channel: BroadcastChannel | undefined;
let stepDown: AbortController | undefined;
let isLeader = false;
let source: EventSource | undefined;
let followed = '';
/** This tab has seen all changes up to it. */
let last: number | undefined;
/** Topic without a state -> number of its newest message. */
const changedAt = new Map<string, number>();
let failures = 0;
let isDenied = false;
let gathering: ReturnType<typeof setTimeout> | undefined;
let watchdog: ReturnType<typeof setTimeout> | undefined;
let retrying: ReturnType<typeof setTimeout> | undefined;

/** A hidden tab is quiet, except for an admin's, whose title counts what is new. */
const isActive = () => !document.hidden || readTopics().some(isAdminTopic);

function join(): void {
  if (stepDown || !isActive()) return;
  stepDown = new AbortController();
  const { signal } = stepDown;
  if ('BroadcastChannel' in window) {
    channel = new BroadcastChannel(NAME);
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onTabMessage(data));
  }
  announce();
  if (!channel || !navigator.locks) return lead();
  navigator.locks
    .request(NAME, { signal }, () => {
      lead();
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    })
    .catch(() => undefined);
}

function leave(): void {
  if (!stepDown) return;
  post({ tab, topics: [] });
  stepDown.abort();
  stepDown = undefined;
  channel?.close();
  channel = undefined;
  isLeader = false;
  tabs.clear();
  close();
  receive({ lost: true });
}

function post(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin.
  channel?.postMessage(message);
}

function announce(): void {
  const topics = readTopics();
  goBack(readAsOf());
  tabs.set(tab, topics);
  post({ tab, topics, seen: last });
  if (isLeader) onTopics(topics);
}

/** Sets `last` back for topics that were loaded before it, so that the stream repeats what it did not follow. */
function goBack(loaded: ReadonlyMap<string, number>): void {
  const behind = [...loaded].filter(([, seen]) => seen < (last ?? Infinity));
  const changed = behind.filter(([topic, seen]) => (changedAt.get(topic) ?? 0) > seen);
  if (changed.length > 0) send({ changed: changed.map(([topic]) => topic) });
  const streamed = followed.split(' ');
  for (const [topic, seen] of behind) if (!streamed.includes(topic)) last = Math.min(last ?? seen, seen);
}

function onTopics(topics: readonly string[]): void {
  // The visitor may have signed in as an admin.
  if (topics.some(isAdminTopic)) isDenied = false;
  gather();
}

function lead(): void {
  isLeader = true;
  post({ leader: true });
  gather();
}

function onTabMessage(data: TabMessage): void {
  if ('message' in data) {
    // This tab may be the next leader.
    last = data.number;
    receive(data.message, data.number);
  } else if ('leader' in data) announce();
  else if (isLeader) {
    const { seen } = data;
    if (seen !== undefined) goBack(new Map(data.topics.map((topic) => [topic, seen])));
    if (data.topics.length > 0) tabs.set(data.tab, data.topics);
    else tabs.delete(data.tab);
    const parts = [...known].filter(([id]) => data.topics.includes(partTopic(id)));
    if (parts.length > 0) post({ message: { parts: Object.fromEntries(parts) }, number: last });
    onTopics(data.topics);
  }
}

function gather(): void {
  gathering ??= setTimeout(openWanted, GATHER_MS);
}

function openWanted(): void {
  clearTimeout(gathering);
  gathering = undefined;
  const topics = [...new Set([...tabs.values()].flat())]
    .filter((topic) => !isDenied || !isAdminTopic(topic))
    .toSorted()
    .slice(0, MAX_TOPICS);
  const wanted = topics.join(' ');
  if (!isLeader || retrying || (wanted === followed && source)) return;
  followed = wanted;
  open(topics);
}

function open(topics: string[]): void {
  source?.close();
  clearTimeout(watchdog);
  for (const id of known.keys()) if (!topics.includes(partTopic(id))) known.delete(id);
  if (topics.length === 0) return close();
  const opened = new EventSource(liveAddress(topics, last));
  source = opened;
  watch(FIRST_MESSAGE_MS);
  opened.addEventListener('message', ({ data, lastEventId }) => {
    failures = 0;
    if (lastEventId) last = Number(lastEventId);
    watch(MAX_SILENCE_MS);
    deliver(JSON.parse(data) as LiveMessage);
  });
  opened.addEventListener('error', () => {
    if (source === opened) retry();
  });
}

function watch(time: number): void {
  clearTimeout(watchdog);
  watchdog = setTimeout(retry, time);
}

function deliver(message: LiveMessage): void {
  for (const [id, part] of Object.entries(message.parts ?? {})) known.set(id, part);
  for (const topic of message.changed ?? []) changedAt.set(topic, last ?? 0);
  if (message.denied) {
    isDenied = true;
    setTimeout(() => onTopics(readTopics()), DENIED_MS);
  }
  if (Object.keys(message).length === 0) return;
  send(message);
}

function send(message: LiveMessage): void {
  receive(message, last);
  post({ message, number: last });
}

/** Reconnects after 1, 2, 5, then every 10 seconds (Spec §9). */
function retry(): void {
  close();
  deliver({ lost: true });
  const delay = RECONNECT_DELAYS[Math.min(failures, RECONNECT_DELAYS.length - 1)];
  failures += 1;
  retrying = setTimeout(() => {
    retrying = undefined;
    openWanted();
  }, delay);
}

function close(): void {
  clearTimeout(watchdog);
  clearTimeout(retrying);
  retrying = undefined;
  source?.close();
  source = undefined;
  followed = '';
  known.clear();
}

function onVisibility(): void {
  if (isActive()) join();
  else leave();
}

/** Runs once, when the page is at rest. */
export function connect(): void {
  onTopicsChange(() => {
    onVisibility();
    if (stepDown) announce();
  });
  document.addEventListener('visibilitychange', onVisibility);
  // A page in the back/forward cache has no stream.
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', onVisibility);
  onVisibility();
}
