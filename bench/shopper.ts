import { randomAddress } from '../tests/support/random-address.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import type { Shop } from './shop.ts';

/** If there were more parts, most would never be requested. */
const MAX_PARTS = 100_000;

const WORDS =
  'brake,brake pads,rotor,radiator,alternator,starter,headlight,mirror,wiper,door,hood,bumper'.split(',');

export interface OfferedPart {
  id: string;
  name: string;
  make: string;
  model: string;
  year: number;
  category: string;
  cents: number;
}

export type Shopper = Awaited<ReturnType<typeof createShopper>>;

/** Creates shoppers whose parts, lists and searches follow Zipf's law (exponent 1). */
export async function createShopper({ address, owner }: Shop) {
  // The ids are random, so their order is, too.
  const { rows: parts } = await owner.query<OfferedPart>(
    `select id, part_name as name, vehicle_make as make, vehicle_model as model, vehicle_year as year, category,
       (price * 100)::int as cents
     from parts_catalog
     where vehicle_make is not null and vehicle_model is not null and vehicle_year is not null and price > 0 and stock_quantity > 0
     order by id limit ${MAX_PARTS}`,
  );
  const lists = parts.map(
    ({ make, model, year, category }) =>
      `/?${new URLSearchParams({ make, model, year: String(year), category })}`,
  );
  const searches = parts.flatMap(({ make, model }, index) =>
    ['', `${make} `, `${model} `].map((name) => `${name}${WORDS[index % WORDS.length]}`),
  );
  const pickPart = byZipf(parts);
  const pickList = byZipf([...new Set(lists)]);
  const pickSearch = byZipf([...new Set(searches)]);
  const kinds: [percent: number, path: () => string][] = [
    [40, () => partAddress(pickPart())],
    [20, pickList],
    [20, () => `/junkyard?${new URLSearchParams({ q: pickSearch() })}`],
    [5, () => '/'],
    [5, () => '/cart'],
    [5, () => '/functions/v1/own-holds'],
    [5, () => '/auth/v1/user'],
  ];
  /** Returns the path of the next request. */
  const next = () => {
    let left = Math.random() * 100;
    const kind = kinds.find(([percent]) => (left -= percent) < 0);
    return kind?.[1]() ?? '/';
  };
  return {
    parts,
    pickPart,
    next,
    /** Sends the next request. @throws unless the answer is a 2xx or, with too much load, 503. */
    async visit(): Promise<void> {
      const path = next();
      const response = await fetch(address + path, { headers: { 'X-Forwarded-For': randomAddress() } });
      await response.arrayBuffer();
      if (!response.ok && response.status !== 503) throw new Error(`${path} was answered ${response.status}`);
    },
  };
}

/** Picks the n-th item of a list 1/n as often as the first. */
function byZipf<T>(list: readonly T[]): () => T {
  const sums: number[] = [];
  for (let rank = 1; rank <= list.length; rank += 1) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  return () => {
    const at = Math.random() * (sums.at(-1) ?? 0);
    let [from, to] = [0, sums.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sums[middle] ?? 0) < at) from = middle + 1;
      else to = middle;
    }
    return list[from] as T;
  };
}

/** Returns the body of create-payment for one unit with the default settings. */
export function toPayment({ id, name, cents }: Pick<OfferedPart, 'id' | 'name' | 'cents'>): string {
  return JSON.stringify({
    items: [{ id, name, amountCents: cents, quantity: 1 }],
    currency: 'usd',
    shippingCents: cents > 10_000 ? 0 : 1_500,
    taxCents: Math.round(cents * 0.08),
  });
}
