import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { partAddress } from '#core/catalog/part-address.ts';
import type { Delivery, StripeStandIn } from '../support/stripe-stand-in.ts';
import { type Recorded, Visitor } from './visitor.ts';

export interface OfferedPart {
  id: string;
  part_name: string;
  category: string;
  vehicle_make: string;
  vehicle_model: string;
  vehicle_year: number;
}

export interface Play {
  /** Address of the shop, as visitors see it. */
  site: string;
  stripe: StripeStandIn;
  parts: readonly OfferedPart[];
  admin: { email: string; password: string };
  record: (recorded: Recorded) => void;
  /** Aborts when the players shall stop. */
  signal: AbortSignal;
}

const WORDS = ['brake', 'pads', 'alternator', 'headlight', 'wiper', 'mirror', 'starter', 'bumper'];

/** Percentage of a shopper's turns that buy. The rest look at pages. */
const BUYING_PERCENT = 12;

const MAX_TRIES = 200;
const RETRY_MS = 100;

/** The provider repeats an event that was not accepted after this time. */
const DELIVERY_RETRY_MS = 200;

/** Reads parts with a price and a vehicle. */
export async function readOfferedParts(owner: pg.Client): Promise<OfferedPart[]> {
  const { rows } = await owner.query<OfferedPart>(
    `select id, part_name, category, vehicle_make, vehicle_model, vehicle_year from parts_catalog
     where price > 0 and stock_quantity > 0 and vehicle_year is not null order by id`,
  );
  return rows;
}

/** Browses and buys until the play ends. */
export async function shop(play: Play, pauseMs: () => number): Promise<void> {
  while (!play.signal.aborted) {
    const visitor = new Visitor(play.site, play.record);
    // A new visitor comes after some pages.
    for (let turn = 0; turn < 8 && !play.signal.aborted; turn += 1) {
      if (Math.random() * 100 < BUYING_PERCENT) await buy(play, visitor);
      else await look(play, visitor);
      await pause(pauseMs(), undefined, { signal: play.signal }).catch(() => undefined);
    }
    visitor.leave();
  }
}

async function look({ parts }: Play, visitor: Visitor): Promise<void> {
  const part = pick(parts);
  const vehicle = { make: part.vehicle_make, model: part.vehicle_model, year: String(part.vehicle_year) };
  const pages = [
    `/?${new URLSearchParams({ ...vehicle, category: part.category })}`,
    `/junkyard?${new URLSearchParams({ q: `${pick(WORDS)} ${part.vehicle_make}` })}`,
    addressOf(part),
    addressOf(part),
    `/api/parts?ids=${part.id}`,
  ];
  await visitor.get(pick(pages));
}

async function buy(play: Play, visitor: Visitor): Promise<void> {
  const { stripe } = play;
  const sessionId = await openPage(play, visitor);
  if (!sessionId) return;
  const choice = Math.random();
  if (choice < 0.15) {
    const orderId = String(stripe.sessions.get(sessionId)?.metadata.order_id);
    if (choice < 0.08)
      await visitor.post('/functions/v1/cancel-payment', new URLSearchParams({ order: orderId }));
    return;
  }
  // Another of the shopper's pages may have closed this one.
  if (stripe.sessions.get(sessionId)?.status !== 'open') return;
  const events = [stripe.pay(sessionId)];
  if (choice < 0.25) events.push(stripe.refund(sessionId, 3_00));
  else if (choice < 0.3) events.push(stripe.refund(sessionId));
  // The provider repeats events, and sends them at the same time.
  if (choice > 0.8) events.push(...events);
  await Promise.all([
    ...events.map((event) => deliver(play, event)),
    visitor.get(`/payment-success?session_id=${sessionId}`),
  ]);
}

/** Repeats until there is a payment page or a refusal, like a buyer during an outage. */
async function openPage({ parts, stripe }: Play, visitor: Visitor): Promise<string | undefined> {
  const { id, part_name: name } = pick(parts);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const shown = await visitor.get(`/api/parts/${id}`);
    if (shown.status === 200) {
      const { price } = JSON.parse(shown.text) as { price: number };
      const cents = Math.round(price * 100);
      const answer = await visitor.post('/functions/v1/create-payment', {
        items: [{ id, name, amountCents: cents, quantity: 1 }],
        currency: 'usd',
        taxCents: Math.round(cents * 0.08),
        shippingCents: cents > 100_00 ? 0 : 15_00,
      });
      if (answer.status === 200) {
        const sessionId = (JSON.parse(answer.text) as { url: string }).url.split('/').at(-1);
        return sessionId !== undefined && stripe.sessions.has(sessionId) ? sessionId : undefined;
      }
      // The part is sold out or has another price, or there were too many requests.
      if (answer.status >= 400 && answer.status < 500) return undefined;
    }
    await pause(RETRY_MS);
  }
  return undefined;
}

async function deliver({ site, stripe, record }: Play, delivery: Delivery): Promise<void> {
  const path = '/functions/v1/payment-webhook';
  for (;;) {
    const startedAt = performance.now();
    let failure: string | undefined;
    const status = await stripe.deliver(delivery, `${site}${path}`).then(
      (answer) => answer.status,
      (error: Error) => {
        failure = String(error.cause ?? error);
        return 0;
      },
    );
    record({ method: 'POST', path, status, milliseconds: performance.now() - startedAt, failure });
    if (status === 200) return;
    await pause(DELIVERY_RETRY_MS);
  }
}

export interface Edits {
  saved: number;
  /** Number of pages that still had the earlier price after the owner's change was answered. */
  stale: number;
}

export async function signInOwner({ site, record, admin }: Play): Promise<Visitor> {
  const owner = new Visitor(site, record);
  for (;;) {
    const signedIn = await owner.post('/auth/v1/token?grant_type=password', admin);
    if (signedIn.status === 200) return owner;
    await pause(RETRY_MS);
  }
}

/**
 * Changes prices, and looks at the page of each changed part with another browser.
 *
 * @param onSend Called before a price in cents is sent. The function it returns is called when the change is answered.
 */
export async function edit(
  play: Play,
  edits: Edits,
  onSend: (partId: string, cents: number) => () => void = () => () => undefined,
): Promise<void> {
  const { site, record, parts, signal } = play;
  const owner = await signInOwner(play);
  const looker = new Visitor(site, record);
  while (!signal.aborted) {
    const part = pick(parts);
    const form = await owner.get(`/admin/part/${part.id}`);
    if (form.status === 200) {
      const { part: seen } = JSON.parse(form.text) as { part: Record<string, unknown> };
      const price = (5 + Math.floor(Math.random() * 30_000) / 100).toFixed(2);
      const body = new FormData();
      for (const [name, value] of Object.entries({ intent: 'save', ...seen, price }))
        body.set(name, String(value ?? ''));
      body.set('seen', JSON.stringify(seen));
      // Each process that gets one of these requests keeps the page.
      await Promise.all([1, 2, 3, 4].map(() => looker.get(addressOf(part))));
      const onSaved = onSend(part.id, Math.round(Number(price) * 100));
      const saved = await owner.post(`/admin/part/${part.id}`, body);
      if (saved.status === 200) {
        edits.saved += 1;
        onSaved();
        const pages = await Promise.all([1, 2, 3, 4].map(() => looker.get(addressOf(part))));
        edits.stale += pages.filter(
          ({ status, text }) => status === 200 && !text.includes(`$${price}`),
        ).length;
      }
    }
    await pause(300, undefined, { signal }).catch(() => undefined);
  }
  owner.leave();
  looker.leave();
}

function addressOf(part: OfferedPart): string {
  const { id, part_name: name, vehicle_make: make, vehicle_model: model, vehicle_year: year } = part;
  return partAddress({ id, name, make, model, year });
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T;
}
