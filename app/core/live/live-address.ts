import { adminTopics, partOfTopic, partTopic } from './live.ts';

/** Address of the stream of changes. */
export const LIVE_PATH = '/live';

/** Maximum of topics in one stream: proxies allow 8 kB for an address. */
export const MAX_TOPICS = 300;

/** Length of an id in an address: its 16 bytes in base64url. */
const ID_LENGTH = 22;

/** Returns the address of the stream of these topics. `after` is the number of the last received message. */
export function liveAddress(topics: readonly string[], after?: number): string {
  const query = new URLSearchParams();
  let parts = '';
  for (const topic of topics) {
    const id = partOfTopic(topic);
    if (id === undefined) query.append('topic', topic);
    else parts += shortenId(id);
  }
  if (parts) query.set('parts', parts);
  if (after !== undefined) query.set('after', String(after));
  return `${LIVE_PATH}?${query}`;
}

function shortenId(id: string): string {
  const bytes = id
    .replaceAll('-', '')
    .replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  return btoa(bytes).slice(0, ID_LENGTH).replaceAll('+', '-').replaceAll('/', '_');
}

export interface LiveRequest {
  topics: string[];
  after: number | undefined;
}

/** Reads the address of a stream. Returns undefined if it is invalid. */
export function readLiveRequest(query: URLSearchParams): LiveRequest | undefined {
  const parts = query.get('parts') ?? '';
  if (!/^[\w-]*$/.test(parts) || parts.length % ID_LENGTH > 0) return undefined;
  const ids = Array.from({ length: parts.length / ID_LENGTH }, (_, index) =>
    expandId(parts.slice(index * ID_LENGTH, (index + 1) * ID_LENGTH)),
  );
  const named = query.getAll('topic');
  const topics = [...new Set([...named, ...ids.map(partTopic)])];
  const after = query.get('after') ?? undefined;
  const isValid =
    topics.length > 0 &&
    topics.length <= MAX_TOPICS &&
    named.every(isTopic) &&
    (after === undefined || /^\d{1,15}$/.test(after));
  return isValid ? { topics, after: after === undefined ? undefined : Number(after) } : undefined;
}

function expandId(short: string): string {
  const bytes = atob(short.replaceAll('-', '+').replaceAll('_', '/'));
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const ORDER_TOPIC = /^order:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Checks a topic that is not about a part. */
function isTopic(topic: string): boolean {
  if (ORDER_TOPIC.test(topic)) return true;
  if (topic.startsWith('list:')) return topic.length <= 200 && topic !== 'list:*';
  return adminTopics.some((known) => known === topic);
}
