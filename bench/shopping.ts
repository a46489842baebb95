import { Agent, request } from 'node:http';
import { partFromRow } from '#domain/catalog-row.ts';
import { partAddress } from '#domain/part-address.ts';
import type { Part } from '#domain/part.ts';
import { searchParts } from '#features/catalog/search/search-parts.server.ts';
import type { Pools } from '#server/database/pools.ts';

export type Action = 'browse' | 'search' | 'part' | 'cart' | 'checkout';

const WORDS = [
  'brake',
  'pads',
  'alternator',
  'headlight',
  'wiper',
  'door',
  'mirror',
  'starter',
  'bumper',
  'hood',
];

interface Sent {
  path: string;
  body?: object;
}

export interface Shopping {
  /** Sends one request for a client's address, and resolves with the status. 0 without an answer. */
  act(action: Action, client: string): Promise<number>;
  send(sent: Sent, client: string): Promise<number>;
  close(): void;
}

/** Parts of vehicles that are for sale. */
export async function readOffered(pools: Pools): Promise<Part[]> {
  const { parts } = await searchParts(pools.public, { filters: { inStock: true }, sort: 'name', limit: 400 });
  return parts
    .map(partFromRow)
    .filter(({ priceCents, year, make, model }) => priceCents && year && make && model);
}

export function startShopping(address: string, offered: readonly Part[]): Shopping {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const actions: Record<Action, () => Sent> = {
    browse() {
      const { make, model, year, category } = pick(offered);
      return {
        path: `/?${new URLSearchParams({ make: `${make}`, model: `${model}`, year: `${year}`, category })}`,
      };
    },
    search: () => ({
      path: `/junkyard?${new URLSearchParams({ q: `${pick(WORDS)} ${pick(offered).make}` })}`,
    }),
    part: () => ({ path: partAddress(pick(offered)) }),
    cart: () => ({ path: `/api/parts?ids=${pick(offered).id},${pick(offered).id}` }),
    checkout: () => toCheckout(pick(offered)),
  };
  const send = ({ path, body }: Sent, client: string) =>
    new Promise<number>((resolve) => {
      const sent = request(`${address}${path}`, {
        agent,
        method: body ? 'POST' : 'GET',
        headers: {
          'X-Forwarded-For': client,
          'Accept-Encoding': 'br',
          ...(body && { 'Content-Type': 'application/json', Origin: address }),
        },
      });
      sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
      sent.on('error', () => resolve(0));
      sent.end(body && JSON.stringify(body));
    });
  return { act: (action, client) => send(actions[action](), client), send, close: () => agent.destroy() };
}

/** A cart with one piece, by the default settings. */
export function toCheckout({ id, name, priceCents }: Pick<Part, 'id' | 'name' | 'priceCents'>): Sent {
  const cents = priceCents ?? 0;
  return {
    path: '/functions/v1/create-payment',
    body: {
      items: [{ id, name, amountCents: cents, quantity: 1 }],
      currency: 'usd',
      shippingCents: cents > 10_000 ? 0 : 1_500,
      taxCents: Math.round(cents * 0.08),
    },
  };
}

/** By the percentage of each action. */
export function pickAction(percentages: Partial<Record<Action, number>>): Action {
  const entries = Object.entries(percentages) as [Action, number][];
  let left = Math.random() * entries.reduce((sum, [, percent]) => sum + percent, 0);
  for (const [action, percent] of entries) {
    left -= percent;
    if (left < 0) return action;
  }
  return 'part';
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T;
}
