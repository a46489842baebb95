import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../support/is-long.ts';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';
import { addParts } from '../support/parts.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { randomAddress } from '../support/random-address.ts';
import {
  afterAction,
  afterProvider,
  canceledOf,
  Impossible,
  inPlaces,
  type Model,
  promisedCents,
  type UnitAction,
} from '../support/unit-model.ts';

/** The tax divides evenly, so that each unit costs the same, and nothing is shipped for money. */
const LINES = [
  { price: 60, units: 3, unitCents: 64_80 },
  { price: 125, units: 2, unitCents: 135_00 },
];
const STOCK = 9;
const SPARE = { part_name: 'Spare', price: 150, stock_quantity: STOCK };
const PASSWORD = 'a password for the desk';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let admin: string;
let olga: string;
let olgaId: string;

beforeAll(async () => {
  desk = await createStripeShop();
  await desk.shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  olgaId = await desk.shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  admin = await desk.shop.signIn('ada@example.com', PASSWORD);
  olga = await desk.shop.signIn('olga@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

/** What happens to the order besides: the provider answers differently, jobs run, a refund is reversed, connections break. */
type Step =
  | { do: 'jobs' | 'reverse' }
  | { do: 'provider'; refunds: 'succeeded' | 'failed' }
  | { do: 'kill'; after: number; action: UnitAction };

const range = (most: number, from = 1) => Array.from({ length: most + 1 - from }, (_, index) => index + from);
/** The last one is that of the spare part, if it was added. */
const lineIndexes = range(LINES.length, 0);
const yesAndNo = [true, false];

/** All variants of each action. */
const variants: Record<UnitAction['do'], UnitAction[]> = {
  pack: [{ do: 'pack' }],
  undo: [{ do: 'undo' }],
  approve: [{ do: 'approve' }],
  'refund-return': [{ do: 'refund-return' }],
  'send-back': [{ do: 'send-back' }],
  'buyer-cancel': [{ do: 'buyer-cancel' }],
  ship: lineIndexes.flatMap((line) => range(3).map((units) => ({ do: 'ship' as const, line, units }))),
  missing: lineIndexes.flatMap((line) => range(3).map((units) => ({ do: 'missing' as const, line, units }))),
  ask: lineIndexes.flatMap((line) => range(3).map((units) => ({ do: 'ask' as const, line, units }))),
  refund: lineIndexes.flatMap((line) =>
    range(2, 0).flatMap((unshipped) =>
      range(2, 0).flatMap((shipped) =>
        yesAndNo.map((back) => ({ do: 'refund' as const, line, unshipped, shipped, back })),
      ),
    ),
  ),
  'take-off': lineIndexes.flatMap((line) =>
    range(3).flatMap((units) => yesAndNo.map((back) => ({ do: 'take-off' as const, line, units, back }))),
  ),
  add: range(2).flatMap((units) => yesAndNo.map((swaps) => ({ do: 'add' as const, units, swaps }))),
  cancel: yesAndNo.map((back) => ({ do: 'cancel' as const, back })),
  inspect: yesAndNo.map((back) => ({ do: 'inspect' as const, back })),
  receive: range(3).flatMap((units) =>
    (['open', 'closed'] as const).map((rest) => ({ do: 'receive' as const, units, rest })),
  ),
  'set-aside': lineIndexes.flatMap((line) =>
    range(2).flatMap((units) => yesAndNo.map((back) => ({ do: 'set-aside' as const, line, units, back }))),
  ),
};

/** How often each happens. */
const weights: [UnitAction['do'] | Exclude<Step, { do: 'kill' }>['do'], number][] = [
  ...(['ship', 'ask', 'approve', 'receive', 'inspect', 'refund-return'] as const).map(
    (kind) => [kind, 4] as [typeof kind, number],
  ),
  ...(['refund', 'jobs', 'take-off'] as const).map((kind) => [kind, 3] as [typeof kind, number]),
  ...(['undo', 'set-aside', 'reverse', 'provider', 'pack', 'send-back', 'add'] as const).map(
    (kind) => [kind, 2] as [typeof kind, number],
  ),
  ...(['missing', 'cancel', 'buyer-cancel'] as const).map((kind) => [kind, 1] as [typeof kind, number]),
];
const kinds = weights.flatMap(([kind, weight]) => Array<typeof kind>(weight).fill(kind));

interface Draw {
  kind: number;
  variant: number;
  /** Also actions that the shop has to refuse. */
  isAny: boolean;
  /** The shop's connections end after so many turns. */
  kill: number | undefined;
}

const anyDraw: fc.Arbitrary<Draw> = fc.record({
  kind: fc.nat(999),
  variant: fc.nat(999),
  isAny: fc.nat(4).map((dice) => dice === 0),
  kill: fc.nat(99).map((dice) => (dice < 10 ? dice : undefined)),
});

function choose(model: Model, { kind, variant, isAny, kill }: Draw): UnitAction | Step {
  const can = (each: (typeof kinds)[number]) =>
    isAny ||
    !(each in variants) ||
    variants[each as UnitAction['do']].some((action) => possible(model, action));
  const open = kinds.filter(can);
  const chosen = open[kind % open.length] as (typeof kinds)[number];
  if (chosen === 'jobs' || chosen === 'reverse') return { do: chosen };
  if (chosen === 'provider') return { do: chosen, refunds: variant % 2 === 0 ? 'failed' : 'succeeded' };
  const all: UnitAction[] = variants[chosen];
  const some = isAny ? all : all.filter((action) => possible(model, action));
  const action = some[variant % some.length] as UnitAction;
  return kill === undefined ? action : { do: 'kill', after: kill, action };
}

async function request(path: string, fields: Record<string, string | number>, cookie = admin) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  // A new address each time avoids the limit by address.
  const headers = { cookie, Origin: 'http://shop.test', 'X-Forwarded-For': randomAddress() };
  return desk.shop.request(path, { method: 'POST', headers, body });
}

/** Looks at what a correction costs, and saves it: the difference is refunded or waived. */
async function correct(order: PaidOrder, fields: Record<string, string | number>): Promise<number> {
  const path = `/admin/orders/PY-${order.number}.data`;
  // Nothing is shipped for money.
  const typed = { ...fields, shipping: 0 };
  const looked = await request(path, { intent: 'preview-correct-parts', ...typed });
  if (looked.status !== 200) return looked.status;
  const { preview } = await readOutcome<{
    preview: { id: string; after: { totalCents: number }; refundCents: number };
  }>(looked);
  return post(path, {
    intent: 'correct-parts',
    ...typed,
    correction: preview.id,
    total: preview.after.totalCents,
    how: preview.refundCents > 0 ? 'refund' : 'waive',
    reason: 'So be it',
  });
}

const post = async (...sent: Parameters<typeof request>) => (await request(...sent)).status;

/** Sends an action as its form does. Returns the status of the answer. */
async function send(order: PaidOrder, action: UnitAction): Promise<number> {
  const ofOrder = (intent: string, fields: Record<string, string | number> = {}) =>
    post(`/admin/orders/PY-${order.number}.data`, { intent, ...fields });
  const page = `/orders/PY-${order.number}`;
  const id = 'line' in action ? (order.lineIds[action.line] ?? '') : '';
  const everyLine = (name: string) =>
    Object.fromEntries(order.lineIds.map((each) => [`${name}:${each}`, 'yes']));
  const [open] = await query(
    `select number, line_id as line from returns join return_lines on return_id = returns.id
     where order_id = $1 and state not in ('refunded', 'sent_back') order by number desc limit 1`,
    [order.id],
  );
  const ofReturn = (intent: string, fields: Record<string, string | number> = {}) =>
    post(`/admin/returns/RMA-${open?.number ?? 1}.data`, { intent, ...fields });
  switch (action.do) {
    case 'take-off':
      return correct(order, {
        line: id || randomUUID(),
        off_units: action.units,
        fate: action.back ? 'removed' : 'written_off',
      });
    case 'add': {
      const status = await correct(order, {
        // It is added once.
        part: order.lineIds.length > 2 ? randomUUID() : (order.partIds[2] ?? ''),
        on_units: action.units,
        ...(action.swaps && { line: order.lineIds[0], off_units: 1 }),
      });
      await findSpareLine(order);
      return status;
    }
    case 'undo': {
      const [shipment] = await query(
        'select id from shipments where order_id = $1 and undone_at is null order by shipped_at desc limit 1',
        [order.id],
      );
      return ofOrder('undo-shipment', { shipment: shipment?.id ?? '' });
    }
    case 'pack':
      return ofOrder('pack');
    case 'ship':
    case 'missing':
      return ofOrder(action.do, { [`units:${id}`]: action.units });
    case 'set-aside':
      return ofOrder('set-aside', {
        [`units:${id}`]: action.units,
        as: action.back ? 'restocked' : 'lost',
      });
    case 'refund':
      return ofOrder('refund', {
        by: 'lines',
        [`units:${id}`]: action.unshipped,
        [`shipped:${id}`]: action.shipped,
        ...(action.back && { [`restock:${id}`]: 'yes', [`back:${id}`]: 'yes' }),
      });
    case 'cancel':
      return ofOrder('cancel', action.back ? everyLine('restock') : {});
    case 'buyer-cancel':
      return post(page, { intent: 'cancel', confirm: 'yes' }, olga);
    case 'ask':
      return post(`${page}/return`, { [`units:${id}`]: action.units, reason: 'not_needed' }, olga);
    case 'approve':
      return ofReturn('approve', { fault: 'buyer', send_to: 'The yard' });
    case 'receive':
      return ofReturn('receive', {
        [`units:${open?.line}`]: action.units,
        rest: action.rest,
        note: 'So many',
      });
    case 'inspect':
      return ofReturn('inspect', { fault: 'buyer', ...(action.back && everyLine('restock')) });
    case 'refund-return':
      return ofReturn('refund');
    case 'send-back':
      return ofReturn('send-back', { note: 'Not ours' });
  }
}

async function findSpareLine(order: PaidOrder): Promise<void> {
  const [line] = await query('select id from order_lines where order_id = $1 and part_id = $2', [
    order.id,
    order.partIds[2],
  ]);
  if (line) order.lineIds[2] = line.id;
}

/** The model in the words of the database. */
function describeModel(model: Model) {
  return {
    lines: model.lines.map((each) => {
      const left = each.units.filter(({ hasLeft }) => hasLeft);
      return {
        quantity: each.units.length,
        packed: inPlaces(each.units, 'box').length + left.length,
        canceled: canceledOf(each).length,
        shipped: left.length,
        returned: left.filter(({ place }) => place !== 'buyer').length,
        restocked: inPlaces(each.units, 'stock').length,
        lost: inPlaces(each.units, 'lost').length,
        refunded: each.refunded,
        stock: STOCK - each.units.length - each.writtenOff + inPlaces(each.units, 'stock').length,
      };
    }),
    amount: model.amountCents,
    promised: promisedCents(model),
    returns: model.returns.map(({ state, announced, arrived }) => ({ state, announced, arrived })),
  };
}

async function describeDatabase(order: PaidOrder): Promise<ReturnType<typeof describeModel>> {
  const lines = await query(
    `select quantity, packed, canceled, shipped, returned, restocked, lost, refunded, stock_quantity as stock
     from order_lines join parts_catalog on parts_catalog.id = part_id where order_id = $1 order by unit_price`,
    [order.id],
  );
  const returns = await query(
    `select state, quantity as announced, coalesce(received, 0) as arrived
     from returns join return_lines on return_id = returns.id where order_id = $1 order by number`,
    [order.id],
  );
  const [sum] = await query(
    `select (amount * 100)::int as amount, (
       select coalesce(round(sum(refunds.amount) * 100), 0)::int from refunds where order_id = orders.id and state <> 'failed'
     ) as promised from orders where id = $1`,
    [order.id],
  );
  return { lines, amount: sum?.amount, promised: sum?.promised, returns } as ReturnType<typeof describeModel>;
}

const possible = (model: Model, action: UnitAction): Model | undefined => {
  try {
    return afterAction(model, action);
  } catch (error) {
    if (error instanceof Impossible) return undefined;
    throw error;
  }
};

async function hearProvider(order: PaidOrder, model: Model): Promise<Model> {
  const refunds = await query('select state from refunds where order_id = $1 order by requested_at, id', [
    order.id,
  ]);
  return afterProvider(
    model,
    refunds.map(({ state }) => (state === 'done' || state === 'failed' ? state : 'open')),
  );
}

async function runAllJobs() {
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

/** Ends the transactions that are under way, as the end of the shop's process would. */
async function breakConnections(after: number) {
  for (let turn = 0; turn < after; turn += 1) await query('select');
  await query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename like '%\\_app' and state <> 'idle'",
  );
}

async function buy(): Promise<{ order: PaidOrder; model: Model }> {
  const order = await addPaidOrder(
    desk,
    LINES.map(({ price, units }) => ({
      part_name: `Part of ${price}`,
      price,
      units,
      stock_quantity: STOCK,
    })),
  );
  order.partIds.push(...(await addParts(desk.shop.database.owner, [SPARE])));
  await query('update orders set user_id = $2 where id = $1', [order.id, olgaId]);
  await runAllJobs();
  const totalCents = LINES.reduce((sum, { units, unitCents }) => sum + units * unitCents, 0);
  expect(desk.stripe.sessions.get(order.sessionId)?.amount_total).toBe(totalCents);
  const lines = LINES.map(({ units, unitCents }) => ({
    unitCents,
    units: Array.from({ length: units }, () => ({ place: 'shelf' as const, hasLeft: false })),
    refunded: 0,
    writtenOff: 0,
  }));
  const amountCents = totalCents;
  return { order, model: { totalCents, amountCents, lines, returns: [], refunds: [], parcels: [] } };
}

const taken = new Map<string, number>();

/** Does one thing to the order. Returns the model afterwards. */
async function take(order: PaidOrder, model: Model, step: UnitAction | Step): Promise<Model> {
  switch (step.do) {
    case 'jobs':
      await runAllJobs();
      return hearProvider(order, model);
    case 'provider':
      desk.stripe.refundsBecome = step.refunds;
      return model;
    case 'reverse': {
      if (!model.refunds.some(({ state }) => state === 'done')) return model;
      await deliverToShop(desk, desk.stripe.changeRefund(order.sessionId, 'failed'));
      return hearProvider(order, model);
    }
    case 'kill': {
      const after = possible(model, step.action) ?? model;
      await Promise.all([send(order, step.action), breakConnections(step.after)]);
      const note = { intent: 'note', text: 'Still here' };
      await expect.poll(() => post(`/admin/orders/PY-${order.number}.data`, note)).toBe(200);
      await findSpareLine(order);
      const found = await describeDatabase(order);
      expect([describeModel(model), describeModel(after)]).toContainEqual(found);
      return JSON.stringify(describeModel(after)) === JSON.stringify(found) ? after : model;
    }
    default: {
      const after = possible(model, step);
      const status = await send(order, step);
      const isDone = status === 200 || status === 302 || status === 303;
      // A parcel can't be undone once its mail is written.
      if (step.do !== 'undo') expect([step, isDone, status]).toEqual([step, after !== undefined, status]);
      if (isDone) taken.set(step.do, (taken.get(step.do) ?? 0) + 1);
      if (!isDone) expect(status).toBeLessThan(500);
      return isDone && after ? after : model;
    }
  }
}

test(
  'random sequences of what staff, buyer and provider do leave stock, money and ledger as a plain model says',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDraw, { minLength: 15, maxLength: 35 }), async (draws) => {
        desk.stripe.refundsBecome = 'succeeded';
        await removeJobs(desk.shop.database.owner);
        const bought = await buy();
        const { order } = bought;
        let { model } = bought;
        for (const draw of draws) {
          model = await take(order, model, choose(model, draw));
          expect(await describeDatabase(order)).toEqual(describeModel(model));
        }

        // The ledger adds up to what the lines say, and to parcels and refunds.
        const wrong = await query(
          `select order_lines.id from order_lines
         left join unit_ledger on line_id = order_lines.id where order_id = $1 group by order_lines.id
         having (packed, canceled, shipped, returned, restocked, lost, refunded) is distinct from (
           coalesce(sum(unit_ledger.quantity) filter (where kind = 'packed'), 0),
           coalesce(sum(unit_ledger.quantity) filter (where kind = 'canceled'), 0),
           coalesce(sum(unit_ledger.quantity) filter (where kind = 'shipped'), 0),
           coalesce(sum(unit_ledger.quantity) filter (where kind = 'returned'), 0),
           coalesce(sum(unit_ledger.quantity) filter (where kind = 'restocked'), 0),
           coalesce(sum(unit_ledger.quantity) filter (where kind = 'lost'), 0),
           coalesce(sum(unit_ledger.quantity) filter (where kind = 'refunded'), 0))
         or shipped <> (select coalesce(sum(quantity), 0) from shipment_lines join shipments on shipments.id = shipment_id
           where line_id = order_lines.id and undone_at is null)
         or refunded <> (select coalesce(sum(quantity), 0) from refund_lines join refunds on refunds.id = refund_id
           where line_id = order_lines.id and state <> 'failed')`,
          [order.id],
        );
        expect(wrong).toEqual([]);

        // In the end the provider does what was asked, and the rest goes back: exactly what was paid, and its tax.
        desk.stripe.refundsBecome = 'succeeded';
        await runAllJobs();
        const rest = { intent: 'refund', by: 'all' };
        expect([200, 400]).toContain(await post(`/admin/orders/PY-${order.number}.data`, rest));
        await runAllJobs();
        expect(desk.stripe.refundedOf(order.sessionId)).toBe(model.totalCents);
        const [books] = await query(
          'select status, coalesce(charged, amount) = refunded as is_whole, tax - refunded_tax as tax_left from orders where id = $1',
          [order.id],
        );
        expect(books).toEqual({ status: 'refunded', is_whole: true, tax_left: '0.00' });
      }),
      { numRuns: isLong ? 300 : 4, endOnFailure: !isLong },
    );
    // They were taken, and not only refused. Which ones depends on what the broken connections leave, so few rounds miss some.
    if (isLong) expect([...taken.keys()]).toEqual(expect.arrayContaining(Object.keys(variants)));
    else expect(taken.size).toBeGreaterThan(Object.keys(variants).length / 2);
  },
  isLong ? 1_200_000 : 120_000,
);
