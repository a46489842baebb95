import type { Role } from '#core/accounts/role.ts';

/** Milliseconds before each reconnect (Spec §9). The last delay repeats. */
export const RECONNECT_DELAYS = [1_000, 2_000, 5_000, 10_000];

/** Topics of the admin panel that staff and admins may follow. */
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

/** Topics that only admins may follow. */
const onlyAdminTopics = ['admin:audit', 'admin:crawls'] as const;

export const adminTopics = [...staffTopics, ...onlyAdminTopics] as const;

/** `order:` has the buyer's view of an order. Only its buyer and staff know its id. */
export type Topic = (typeof adminTopics)[number] | `part:${string}` | `list:${string}` | `order:${string}`;

/** The facts of a part that can change while a shopper looks at it. */
export interface LivePart {
  /** Cents. Null if it has no price. */
  priceCents: number | null;
  /** Units that can be bought. */
  stock: number;
  /** True if open payments hold all units that are left. */
  allHeld: boolean;
}

/** Change of a part's stock since the page was loaded. */
export type StockNews = 'sold' | 'held' | 'last' | 'back';

/** Changes of a part since the page was loaded. */
export interface PartNews {
  stock?: StockNews;
  /** Cents. Set if there is a new price. */
  oldPriceCents?: number;
}

export const stockNewsTexts: Record<StockNews, string> = {
  sold: 'Sold',
  held: "In another shopper's checkout",
  last: 'Only 1 left',
  back: 'Back in stock',
};

export interface LiveMessage {
  /** Part id -> new state. Null for a part that is no longer in the catalog. */
  parts?: Record<string, LivePart | null>;
  /** Changed topics without a state, such as lists. */
  changed?: string[];
  /** The part of `changed` that only the visitor's own account has changed. Only admins' topics have it. */
  own?: string[];
  /** Changes were missed, so the page loads everything again. */
  reload?: true;
  /** The visitor may no longer follow the admin's topics. */
  denied?: true;
  /** The connection is lost, so states may be outdated. The server never sends this. */
  lost?: true;
}

/** The state that a page was loaded with. */
export interface Loaded {
  /** Number of the newest change before the page was loaded. */
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

/** Returns the part's current state. `now` is null if it is no longer in the catalog, undefined if nothing has changed. */
export function applyLiveState<Shown extends KnownState>(
  part: Shown,
  now: LivePart | null | undefined,
): Shown {
  if (now === undefined) return part;
  return now ? { ...part, ...now } : { ...part, stock: 0, allHeld: false };
}

/** Compares a loaded part with its current state. */
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

/** Returns the topic of one part. */
export function partTopic(id: string): Topic {
  return `part:${id}`;
}

/** Returns the topic of the lists that show parts of a make and model, of a make, or of all vehicles. */
export function listTopic(make?: string, model?: string): Topic {
  return `list:${[make, model].filter(Boolean).join('/')}`;
}

/** Returns the part's id, if the topic is about one part. */
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
