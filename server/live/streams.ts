import type { Logger } from 'pino';
import { isAdminTopic, type LivePart, partOfTopic, partTopic } from '#core/live/live.ts';
import type { Change } from './change-feed.ts';
import { inSlices } from './time-slices.ts';

/** Maximum changes that clients can resume from. */
const MAX_RECENT = 5_000;

/** Shorter than the idle timeouts of proxies, of this server, and of clients. */
const HEARTBEAT_INTERVAL_MS = 25_000;

/** Delay after a failed read of parts. */
const RETRY_DELAY_MS = 1_000;

/** One open stream. */
export interface Stream {
  readonly topics: ReadonlySet<string>;
  /** The number of the last message that the client has received. */
  readonly after: number | undefined;
  /** Present for a stream with topics of the admin. */
  readonly userId?: string;
  write(text: string): void;
  end(): void;
  /** Tells whether the user may still follow the admin's topics. */
  mayStay?(): Promise<boolean>;
}

export interface Streams {
  /** Sends the first message soon: the current state of the parts, and what else has changed after `after`. */
  add(stream: Stream): void;
  remove(stream: Stream): void;
  apply(changes: readonly Change[]): void;
  /** Ends all streams. */
  stop(): void;
  readonly size: number;
  /** The number of the newest change that was sent. */
  readonly newest: number;
}

/** Returns the shown state of these parts. Parts that do not exist are missing. */
export type ReadParts = (ids: readonly string[]) => Promise<ReadonlyMap<string, LivePart>>;

/**
 * Sends changes to the streams whose topics they have. Parts are sent with their current state, not with each change: many
 * changes of one part within a moment are one message. The state is read after the change, so it is never older.
 */
export function createStreams({ readParts, log }: { readParts: ReadParts; log: Logger }): Streams {
  const streams = new Set<Stream>();
  const byTopic = new Map<string, Set<Stream>>();
  /** Id of each part that a stream shows -> its last sent state, as JSON. */
  const states = new Map<string, string>();
  let recent: Change[] = [];
  /** Topic -> number of its newest change. Parts have none. */
  const newestOf = new Map<string, number>();
  let waiting: Change[] = [];
  let added: Stream[] = [];
  let isWorking = false;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  function work(): void {
    if (isWorking || retry) return;
    isWorking = true;
    void sendWaiting().finally(() => {
      isWorking = false;
      if (!retry && (waiting.length > 0 || added.length > 0)) work();
    });
  }

  async function sendWaiting(): Promise<void> {
    const changes = waiting;
    const opened = added;
    waiting = [];
    added = [];
    const topics = new Set(changes.flatMap((change) => change.topics));
    let parts: ReadonlySet<string>;
    try {
      parts = await readChangedParts(topics, opened);
    } catch (error) {
      log.warn(error, 'Parts for open pages could not be read');
      waiting = [...changes, ...waiting];
      added = [...opened, ...added];
      retry = setTimeout(() => {
        retry = undefined;
        work();
      }, RETRY_DELAY_MS).unref();
      return;
    }
    recent = [...recent, ...changes].slice(-MAX_RECENT);
    for (const { number, topics: changed } of changes) {
      for (const topic of changed) if (partOfTopic(topic) === undefined) newestOf.set(topic, number);
    }
    forgetOldTopics();
    const number = findNewest();
    const isNew = new Set(opened);
    const isOwn = findOwn(changes);
    await inSlices(listAffected(topics, parts), (stream) => {
      if (isNew.has(stream)) return;
      stream.write(formatMessage(number, describeChanges(stream, topics, parts, isOwn)));
    });
    await inSlices(opened, (stream) => {
      if (streams.has(stream)) stream.write(formatMessage(number, describeFirst(stream)));
    });
    if ([...topics].some((topic) => topic.startsWith('user:'))) await endWithoutRights(topics);
  }

  /** Each order and user is a topic. A client that resumes from before the recent changes loads everything again. */
  function forgetOldTopics(): void {
    if (newestOf.size <= 2 * MAX_RECENT) return;
    const oldest = recent[0]?.number ?? 0;
    for (const [topic, number] of newestOf) if (number < oldest) newestOf.delete(topic);
  }

  /** Reads the shown parts that may have changed. Returns those that have. */
  async function readChangedParts(
    topics: ReadonlySet<string>,
    opened: readonly Stream[],
  ): Promise<Set<string>> {
    const shown = topics.has('part:*') ? byTopic.keys() : [...topics].filter((topic) => byTopic.has(topic));
    const ids = new Set(listParts(shown));
    for (const { topics: own } of opened) {
      for (const id of listParts(own)) if (!states.has(id)) ids.add(id);
    }
    if (ids.size === 0) return ids;
    const read = await readParts([...ids]);
    const changed = new Set<string>();
    await inSlices(ids, (id) => {
      const state = JSON.stringify(read.get(id) ?? null);
      // Its last stream may have ended meanwhile.
      if (states.get(id) === state || !byTopic.has(partTopic(id))) return;
      changed.add(id);
      states.set(id, state);
    });
    return changed;
  }

  function listAffected(topics: ReadonlySet<string>, parts: ReadonlySet<string>): Set<Stream> {
    const affected = new Set<Stream>();
    const include = (topic: string) => {
      for (const stream of byTopic.get(topic) ?? []) affected.add(stream);
    };
    for (const id of parts) include(partTopic(id));
    for (const topic of topics) if (partOfTopic(topic) === undefined) include(topic);
    if (topics.has('list:*')) for (const topic of byTopic.keys()) if (isList(topic)) include(topic);
    return affected;
  }

  function describeChanges(
    stream: Stream,
    topics: ReadonlySet<string>,
    parts: ReadonlySet<string>,
    isOwn: IsOwn,
  ): StreamMessage {
    const message: StreamMessage = { parts: [], changed: [], own: [] };
    for (const topic of stream.topics) {
      const id = partOfTopic(topic);
      if (id === undefined) {
        if (topics.has(topic) || (isList(topic) && topics.has('list:*'))) message.changed.push(topic);
      } else if (parts.has(id) && states.has(id)) {
        // A part without a known state would count as gone. The stream's first message will have it.
        message.parts.push(id);
      }
    }
    message.own = message.changed.filter((topic) => isOwn(stream, topic));
    return message;
  }

  /** Describes all parts. A client that resumes also gets the other changes since, or hears that it has missed some. */
  function describeFirst(stream: Stream): StreamMessage {
    const { topics, after } = stream;
    const parts = new Set(listParts(topics));
    if (after === undefined) return describeChanges(stream, new Set(), parts, () => false);
    const oldest = recent[0]?.number ?? 1;
    const isGap = after > findNewest() || after < oldest - 1;
    const changed = new Set([...topics, 'list:*'].filter((topic) => (newestOf.get(topic) ?? 0) > after));
    const isOwn = stream.userId ? findOwn(recent.filter(({ number }) => number > after)) : () => false;
    return { ...describeChanges(stream, changed, parts, isOwn), ...(isGap && { reload: true }) };
  }

  function findNewest(): number {
    return recent.at(-1)?.number ?? 0;
  }

  function formatMessage(number: number, { parts, changed, own, reload }: StreamMessage): string {
    const fields = [
      ...(parts.length > 0
        ? [`"parts":{${parts.map((id) => `"${id}":${states.get(id) ?? 'null'}`).join(',')}}`]
        : []),
      ...(changed.length > 0 ? [`"changed":${JSON.stringify(changed)}`] : []),
      ...(own.length > 0 ? [`"own":${JSON.stringify(own)}`] : []),
      ...(reload ? ['"reload":true'] : []),
    ];
    return `id: ${number}\ndata: {${fields.join(',')}}\n\n`;
  }

  async function endWithoutRights(topics?: ReadonlySet<string>): Promise<void> {
    for (const stream of streams) {
      const { userId, mayStay } = stream;
      if (!userId || !mayStay) continue;
      if (topics && !topics.has(`user:${userId}`) && !topics.has('user:*')) continue;
      // If this fails, the stream ends, too: its client comes back and is checked then.
      if (await mayStay().catch(() => false)) continue;
      stream.write('data: {"denied":true}\n\n');
      stream.end();
    }
  }

  const heartbeat = setInterval(() => {
    void inSlices(streams, (stream) => stream.write('data: {}\n\n')).then(() => endWithoutRights());
  }, HEARTBEAT_INTERVAL_MS).unref();

  return {
    add(stream) {
      if (stopped) return stream.end();
      streams.add(stream);
      for (const topic of stream.topics) {
        const own = byTopic.get(topic) ?? new Set();
        byTopic.set(topic, own.add(stream));
      }
      added.push(stream);
      work();
    },
    remove(stream) {
      streams.delete(stream);
      for (const topic of stream.topics) {
        const own = byTopic.get(topic);
        own?.delete(stream);
        if (own?.size !== 0) continue;
        byTopic.delete(topic);
        const id = partOfTopic(topic);
        if (id !== undefined) states.delete(id);
      }
    },
    apply(changes) {
      waiting.push(...changes);
      work();
    },
    stop() {
      stopped = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      for (const stream of streams) stream.end();
    },
    get size() {
      return streams.size;
    },
    get newest() {
      return findNewest();
    },
  };
}

interface StreamMessage {
  /** Ids of parts. */
  parts: string[];
  changed: string[];
  own: string[];
  reload?: true;
}

/** Tells whether only the stream's user has changed an admin's topic. */
type IsOwn = (stream: Stream, topic: string) => boolean;

function findOwn(changes: readonly Change[]): IsOwn {
  const users = new Map<string, Set<string | null>>();
  for (const { topics, by } of changes) {
    for (const topic of topics.filter(isAdminTopic)) {
      const found = users.get(topic) ?? new Set();
      users.set(topic, found.add(by));
    }
  }
  return ({ userId }, topic) => {
    const found = users.get(topic);
    return userId !== undefined && found?.size === 1 && found.has(userId);
  };
}

function* listParts(topics: Iterable<string>): Generator<string> {
  for (const topic of topics) {
    const id = partOfTopic(topic);
    if (id !== undefined) yield id;
  }
}

function isList(topic: string): boolean {
  return topic.startsWith('list:');
}
