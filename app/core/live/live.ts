import type { Role } from '#core/accounts/role.ts';

/** How long to wait before each reconnect, in milliseconds (Spec §9). The last delay repeats. */
export const RECONNECT_DELAYS = [1_000, 2_000, 5_000, 10_000];

/** The parts of the admin panel that follow changes, for staff and admins. */
const staffTopics = [
  'admin:parts',
  'admin:orders',
  'admin:quotes',
  'admin:alerts',
  'admin:inbox',
  'admin:requests',
  'admin:messages',
  'admin:returns',
] as const;

/** For admins only. */
const onlyAdminTopics = ['admin:audit', 'admin:crawls'] as const;

export const adminTopics = [...staffTopics, ...onlyAdminTopics] as const;

/** `order:` is what a buyer sees of an order. Only its buyer and staff know its id. */
export type Topic = (typeof adminTopics)[number] | `part:${string}` | `list:${string}` | `order:${string}`;

/** What shoppers see of a part that can change while they look at it. */
export interface LivePart {
  /** In cents; null without a price. */
  priceCents: number | null;
  /** Pieces that can be bought. */
  stock: number;
  /** Open payments hold all pieces that are left. */
  allHeld: boolean;
}

/** What has happened to a part's stock since the page was loaded. */
export type StockNews = 'sold' | 'held' | 'last' | 'back';

/** What has changed in a part since the page was loaded. */
export interface PartNews {
  stock?: StockNews;
  /** In cents. There is a new price. */
  oldPriceCents?: number;
}

export const stockNewsTexts: Record<StockNews, string> = {
  sold: 'Sold',
  held: 'Someone is paying for this part',
  last: 'Only 1 left',
  back: 'Back in stock',
};

/** One message of a stream. */
export interface LiveMessage {
  /** The new state of parts, by id; null for a part that is no longer in the catalog. */
  parts?: Record<string, LivePart | null>;
  /** Topics without a state, such as lists, that have changed. */
  changed?: string[];
  /** Those of `changed` that only the visitor's own account has changed. Only for admins' topics. */
  own?: string[];
  /** Changes were missed: load everything again. */
  reload?: true;
  /** The visitor may no longer follow the admin's topics. */
  denied?: true;
  /** The connection is lost: states may be outdated. Not sent by the server. */
  lost?: true;
}

/** What a page was loaded with. */
export interface Loaded {
  /** The number of the newest change before. */
  asOf?: number;
}

/** Data of lists leaves out `allHeld` unless it is true. */
export type KnownState = Omit<LivePart, 'allHeld'> & Partial<Pick<LivePart, 'allHeld'>>;

export function hasSameState(one: KnownState, other: KnownState): boolean {
  return (
    one.priceCents === other.priceCents &&
    one.stock === other.stock &&
    Boolean(one.allHeld) === Boolean(other.allHeld)
  );
}

/** The part as it is now. `now` is null if it is no longer in the catalog, undefined if nothing has changed. */
export function applyLiveState<Shown extends KnownState>(
  part: Shown,
  now: LivePart | null | undefined,
): Shown {
  if (now === undefined) return part;
  return now ? { ...part, ...now } : { ...part, stock: 0, allHeld: false };
}

/** Compares a part as it was loaded with the same part now. */
export function findNews(loaded: KnownState, now: KnownState): PartNews {
  const stock = findStockNews(loaded, now);
  const { priceCents: oldPriceCents } = loaded;
  const isNewPrice = oldPriceCents && now.priceCents && oldPriceCents !== now.priceCents;
  return { ...(stock && { stock }), ...(isNewPrice && { oldPriceCents }) };
}

function findStockNews(loaded: KnownState, now: KnownState): StockNews | undefined {
  if (now.allHeld) return loaded.allHeld ? undefined : 'held';
  if (now.stock <= 0) return loaded.stock > 0 || loaded.allHeld ? 'sold' : undefined;
  if (loaded.stock <= 0) return 'back';
  return now.stock === 1 && loaded.stock > 1 ? 'last' : undefined;
}

/** The topic of one part. */
export function partTopic(id: string): Topic {
  return `part:${id}`;
}

/** The topic of the lists that show parts of a make and model, of a make, or of all vehicles. */
export function listTopic(make?: string, model?: string): Topic {
  return `list:${[make, model].filter(Boolean).join('/')}`;
}

/** The part's id, if the topic is about one part. */
export function partOfTopic(topic: string): string | undefined {
  return topic.startsWith('part:') ? topic.slice('part:'.length) : undefined;
}

export function isAdminTopic(topic: string): boolean {
  return topic.startsWith('admin:');
}

export function mayFollow(role: Role | null, topic: string): boolean {
  if (!isAdminTopic(topic) || role === 'admin') return true;
  return role === 'staff' && (staffTopics as readonly string[]).includes(topic);
}
