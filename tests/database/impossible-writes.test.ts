import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  BALANCE,
  COUNTER,
  LINE,
  moneyStory,
  OPEN,
  PAID,
  PART,
  QUOTE,
  REFUND,
  RETURN,
  tellMoneyStory,
} from '../support/money-story.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** The tables about orders and money. Each has a row in the story. */
const tables = [
  'orders',
  'order_lines',
  'order_taxes',
  'stock_holds',
  'payment_events',
  'order_balances',
  'refunds',
  'disputes',
  'shipments',
  'returns',
  'return_events',
  'order_events',
  'quotes',
  'sales_lines',
] as const;

type Table = (typeof tables)[number];

/** Values that no column of a type may have. */
const nonsense: Record<string, string[]> = {
  numeric: ['-0.01', '9999999999.99'],
  int2: ['-1', '32767'],
  int4: ['-1', '2147483647'],
  int8: ['-1', '9223372036854775807'],
  date: ["'0001-01-01'", "'99999-01-01'", "'infinity'"],
  timestamptz: ["'0001-01-01'", "'99999-01-01'", "'-infinity'", "'infinity'"],
  text: ["repeat('x', 200001)"],
  jsonb: [`'"text"'`, "jsonb_build_object('x', repeat('x', 4100000))"],
};

/** What a column may have all the same. */
const allowed = new Set([
  // Any JSON that the provider sends.
  `payment_events.payload = '"text"'`,
  // More than the type has.
  'order_taxes.rate = 9999999999.99',
  // $21,474,836.47, the most that the type has.
  'sales_lines.cents = 2147483647',
]);

interface Write {
  table: Table;
  what: string;
  statement: string;
}

/** Combinations of values of one row. */
const combinations: Partial<Record<Table, Record<string, string>>> = {
  orders: {
    'completed without a payment': `update orders set status = 'completed' where id = '${OPEN}'`,
    'completed without sold stock': `update orders set status = 'completed', payment_id = 'pi', paid_at = now() where id = '${OPEN}'`,
    'failed, but paid': `update orders set status = 'failed', ended = 'failed' where id = '${PAID}'`,
    'pending, but paid': `update orders set payment_id = 'pi', paid_at = now() where id = '${OPEN}'`,
    'refunded, but nothing went back': `update orders set status = 'refunded' where id = '${PAID}'`,
    'completed, but all went back': `update orders set refunded = charged where id = '${PAID}'`,
    'disputed without a dispute': `update orders set status = 'disputed' where id = '${PAID}'`,
    'a time of payment without a payment': `update orders set paid_at = now() where id = '${OPEN}'`,
    'a payment without its time': `update orders set paid_at = null where id = '${PAID}'`,
    'a payment without its time, not packed': `update orders set paid_at = null, sent_at = null, progress = null, ship_by = null,
      ready_at = null where id = '${PAID}'`,
    'sold, but nobody paid': `update orders set stock = 'sold', status = 'completed' where id = '${OPEN}'`,
    'sold to nobody': `update orders set payment_id = null, paid_at = null, dispute = null, progress = null, sent_at = null,
      ready_at = null, ship_by = null where id = '${PAID}'`,
    'delivered while it is pending': `update orders set progress = 'delivered' where id = '${OPEN}'`,
    'to be packed, but sold out': `update orders set payment_id = 'pi', paid_at = now(), status = 'canceled', stock = 'released',
      progress = 'to_pack' where id = '${OPEN}'`,
    'sent before it was packed': `update orders set progress = null, ready_at = null, ship_by = null where id = '${PAID}'`,
    'ready before it was packed': `update orders set progress = null, sent_at = null, ship_by = null where id = '${PAID}'`,
    'to be shipped before it was paid': `update orders set ship_by = now() where id = '${OPEN}'`,
    'sent before it was paid': `update orders set sent_at = paid_at - interval '3 days' where id = '${PAID}'`,
    'paid in cash by the provider': `update orders set payment_method = 'cash' where id = '${PAID}'`,
    'paid at the counter by nothing': `update orders set payment_method = null, payment_reference = null where id = '${COUNTER}'`,
    'paid in cash, but pending': `update orders set payment_method = 'cash' where id = '${OPEN}'`,
    'an unpaid order with another amount': `update orders set charged = 1 where id = '${OPEN}'`,
    'dollars as another currency': `update orders set charged_currency = 'usd' where id = '${PAID}'`,
    'an unknown review of the amount': `update orders set amount_review = 'x' where id = '${PAID}'`,
    'more back than was paid': `update orders set refunded = 116.42, status = 'refunded' where id = '${PAID}'`,
    'more tax than the amount': `update orders set tax = 100 where id = '${PAID}'`,
    'more shipping than the amount': `update orders set shipping = 95.01 where id = '${PAID}'`,
    'a lower amount than its parts': `update orders set amount = 36.39, refunded = 0 where id = '${PAID}'`,
    'a negative refund': `update orders set refunded = -1 where id = '${OPEN}'`,
    'a negative battery fee': `update orders set battery_fee = -1 where id = '${OPEN}'`,
    'an amount beyond all sense': `update orders set amount = 100000000 where id = '${PAID}'`,
    'a negative core charge': `update orders set core = -1 where id = '${OPEN}'`,
    'days to return no core': `update orders set core = 0 where id = '${PAID}'`,
    'held for years': `update orders set expires_at = created_at + interval '1 year' where id = '${OPEN}'`,
    'a quote for years': `update orders set expires_at = created_at + interval '9 years' where id = '${QUOTE}'`,
    'a payment without a name': `update orders set payment_id = '' where id = '${PAID}'`,
    'an address that is a list': `update orders set shipping_address = '[]' where id = '${PAID}'`,
    'only the fewest days': `update orders set days_max = null where id = '${PAID}'`,
    'picked up nowhere': `update orders set pickup_location = null where id = '${COUNTER}'`,
    'a reference without a method': `update orders set payment_reference = '4242' where id = '${PAID}'`,
    'an account whose buyer has left': `update orders set buyer_left = true, user_id = gen_random_uuid()`,
    'an unknown end': `update orders set ended = 'lost', status = 'lost' where id = '${OPEN}'`,
    'an unknown status': `update orders set ended = 'pending', status = 'pending' where id = '${OPEN}'`,
    'an unknown stock': `update orders set stock = 'lost', status = 'canceled', progress = null, ready_at = null, sent_at = null,
      ship_by = null where id = '${PAID}'`,
    'an unknown purchase': `update orders set purchase = 'theft' where id = '${OPEN}'`,
    'an unknown dispute': `update orders set dispute = 'odd' where id = '${PAID}'`,
    'an unknown progress': `update orders set progress = 'lost' where id = '${PAID}'`,
    'an unknown method': `update orders set payment_method = 'gold' where id = '${COUNTER}'`,
    'an unknown way': `update orders set fulfillment = 'fly' where id = '${OPEN}'`,
    'an unknown review': `update orders set review = 'odd' where id = '${PAID}'`,
  },
  order_lines: {
    'less than nothing': `update order_lines set quantity = -1, packed = 0`,
    'no price': `update order_lines set unit_price = 0`,
    'no name': `update order_lines set part_name = ''`,
    'an unknown class': `update order_lines set shipping_class = 'boat'`,
    'more packed than sold': `update order_lines set packed = 3`,
    'refunded, and still to be shipped': `update order_lines set refunded = 1, canceled = 0, shipped = 0, packed = 0, returned = 0, restocked = 0, lost = 0`,
  },
  order_taxes: {
    'a rate above the price': `update order_taxes set rate = 1.1`,
    'exempt without a certificate': `update order_taxes set exempt = 1, tax = 0`,
    'an unknown level': `update order_taxes set level = 'moon'`,
    'an unknown state': `update order_taxes set state = 'cal'`,
  },
  stock_holds: {
    'ended without an outcome': `update stock_holds set outcome = null`,
    'an outcome without an end': `update stock_holds set outcome = 'released', ended_at = null`,
    'an unknown outcome': `update stock_holds set outcome = 'lost', ended_at = now()`,
    nothing: `update stock_holds set quantity = 0`,
  },
  payment_events: {
    'an event without an id': `update payment_events set id = ''`,
    'an event of no type': `update payment_events set type = ''`,
    'an unknown source': `update payment_events set source = 'hearsay'`,
  },
  order_balances: {
    'less than a card can pay': `update order_balances set amount = 0.49, refunded = 0`,
    'paid by nothing': `update order_balances set payment_id = null, refunded = 0`,
    'paid at no time': `update order_balances set paid_at = null`,
    'paid and withdrawn': `update order_balances set withdrawn_at = now()`,
    'of no payment': `update order_balances set payment_id = ''`,
    'more back than was paid': `update order_balances set refunded = 8.21`,
    'refunded before it was paid': `update order_balances set payment_id = null, paid_at = null`,
    'a page without its address': `update order_balances set page_url = null`,
    'a page without its key': `update order_balances set page_key = null, page_asked_at = null`,
    'a key without its time': `update order_balances set page_asked_at = null`,
  },
  refunds: {
    'done by nobody': `update refunds set provider_id = null`,
    'on its way by nobody': `update refunds set provider_id = null, state = 'pending'`,
    'of no payment': `update refunds set payment_id = ''`,
    'of nothing': `update refunds set amount = 0`,
    'an unknown state': `update refunds set state = 'lost'`,
    'an unknown reason': `update refunds set reason = 'mood'`,
    'a cause that staff did not name': `update refunds set reason = 'sold-out', cause = 'goodwill'`,
    'done at no time': `update refunds set state = 'done', provider_id = 're_x', done_at = null`,
    'an unknown method': `update refunds set method = 'gold'`,
    'an empty note': `update refunds set note = ''`,
    'less than nothing at the provider': `update refunds set reason = 'provider', amount = -1`,
  },
  disputes: {
    'of no payment': `update disputes set payment_id = ''`,
    'an unknown state': `update disputes set state = 'odd'`,
  },
  shipments: {
    'delivered before it left': `update shipments set delivered_at = shipped_at - interval '3 days'`,
    'a parcel that was collected': `update shipments set collected_by = 'Olga'`,
    'an unknown method': `update shipments set method = 'boat'`,
  },
  returns: {
    'an unknown kind': `update returns set kind = 'gift'`,
    'an unknown state': `update returns set state = 'lost'`,
    'a fault before the installation': `update returns set failed_mileage = 0`,
    'a settlement that is a list': `update returns set settlement = '[]'`,
    'a number below zero': `alter table returns alter number set generated by default; update returns set number = -1`,
  },
  return_events: { 'of no kind': `update return_events set kind = ''` },
  order_events: {
    'of no kind': `update order_events set kind = ''`,
    'details that are a list': `update order_events set details = '[]'`,
  },
  quotes: {
    'canceled by nobody': `update quotes set canceled_at = now()`,
    'a key without its time': `update quotes set page_asked_at = null`,
    'changed by nobody': `update quotes set changed_by = null`,
    'an empty note': `update quotes set note = ''`,
  },
  sales_lines: { 'of nothing': `update sales_lines set pieces = 0` },
};

/** Refused by triggers and keys, at the end of the transaction at the latest. */
const acrossRows: [what: string, statement: string, constraint: string][] = [
  [
    'a hold of a part that does not exist',
    `insert into stock_holds (order_id, part_id, quantity, expires_at) values ('${OPEN}', gen_random_uuid(), 1, now())`,
    'stock_holds_part_exists',
  ],
  [
    'a hold of no part',
    `insert into stock_holds (order_id, quantity, expires_at) values ('${OPEN}', 1, now())`,
    'stock_holds_part_exists',
  ],
  [
    'a hold of an order that is sold',
    `insert into stock_holds (order_id, part_id, quantity, expires_at) values ('${PAID}', '${PART}', 1, now())`,
    'stock_holds_of_open_order',
  ],
  [
    'a refund of a line of another order',
    `with other as (
       insert into order_lines (order_id, part_id, part_name, unit_price, quantity)
       values ('${COUNTER}', '${PART}', 'Horn', 40, 1) returning id
     ) insert into refund_lines (refund_id, line_id, quantity) select '${REFUND}', id, 1 from other`,
    'refund_lines_of_order',
  ],
  [
    'a second hold of the same part',
    `insert into stock_holds (order_id, part_id, quantity, expires_at) values ('${OPEN}', '${PART}', 1, now())`,
    'stock_holds_open_order_part_key',
  ],
  [
    'a sold hold of an order that is pending',
    `update stock_holds set outcome = 'sold', ended_at = now() where order_id = '${OPEN}'`,
    'orders_stock_of_holds',
  ],
  [
    'an open hold of an order that is sold',
    `update stock_holds set outcome = null, ended_at = null where order_id = '${PAID}'`,
    'orders_stock_of_holds',
  ],
  [
    'an expired order that still holds',
    `update orders set status = 'expired', ended = 'expired', stock = 'released' where id = '${OPEN}'`,
    'orders_stock_of_holds',
  ],
  ['more held than there is', `update parts_catalog set stock_held = 10`, 'parts_catalog_held_within_stock'],
  [
    'a dispute that nobody reported',
    `update orders set dispute = 'lost', status = 'disputed' where id = '${COUNTER}'`,
    'orders_dispute_reported',
  ],
  [
    'a dispute of an order that does not exist',
    `insert into disputes (id, order_id, payment_id, state, told_at) values ('dp_2', gen_random_uuid(), 'pi_1', 'open', now())`,
    'disputes_order_id_fkey',
  ],
  [
    'a refund of 9,999 dollars',
    `insert into refunds (order_id, payment_id, reason, amount) values ('${PAID}', 'pi_1', 'shop', 9999)`,
    'refunds_within_payment',
  ],
  [
    'a refund of 9,999 dollars at the provider',
    `insert into refunds (order_id, payment_id, provider_id, reason, state, amount)
     values ('${PAID}', 'pi_1', 're_2', 'provider', 'done', 9999)`,
    'refunds_within_payment',
  ],
  [
    'a refund that grows',
    `update refunds set amount = 116.42 where id = '${REFUND}'`,
    'refunds_within_payment',
  ],
  [
    'more than is left',
    `insert into refunds (order_id, payment_id, reason, amount) values ('${PAID}', 'pi_1', 'shop', 67.22)`,
    'refunds_within_payment',
  ],
  [
    'a refund of an order that is not paid',
    `insert into refunds (order_id, payment_id, reason, amount) values ('${OPEN}', 'pi_1', 'shop', 1)`,
    'refunds_of_paid_order',
  ],
  [
    'a refund of a payment of another order',
    `insert into refunds (order_id, payment_id, reason, amount) values ('${PAID}', 'counter:1', 'shop', 1)`,
    'refunds_of_paid_order',
  ],
  [
    'more than a balance has',
    `insert into refunds (order_id, payment_id, reason, amount) values ('${PAID}', 'pi_3', 'shop', 6.01)`,
    'refunds_within_payment',
  ],
  [
    'a line of nothing, of which nothing was taken off',
    `insert into order_lines (order_id, part_name, unit_price, quantity) values ('${OPEN}', 'Horn', 1, 0)`,
    'order_lines_units_taken_off',
  ],
  [
    'units that are not in stock',
    `insert into unit_ledger (line_id, kind, quantity) values ('${LINE}', 'added', 90000)`,
    'unit_ledger_in_stock',
  ],
  [
    'a second balance that is due',
    `insert into order_balances (order_id, amount) values ('${OPEN}', 1), ('${OPEN}', 1)`,
    'order_balances_open_key',
  ],
  [
    'a payment of two balances',
    `insert into order_balances (order_id, amount, payment_id, paid_at) values ('${OPEN}', 1, 'pi_3', now())`,
    'order_balances_payment_id_key',
  ],
  [
    'cash for what the provider was paid',
    `insert into refunds (order_id, payment_id, reason, amount, method) values ('${PAID}', 'pi_1', 'shop', 1, 'cash')`,
    'refunds_method_of_payment',
  ],
  [
    'another battery fee',
    `update orders set battery_fee = 4 where id = '${PAID}'`,
    'orders_battery_fee_adds_up',
  ],
  ['the order away', `delete from orders where id = '${PAID}'`, '_fkey'],
  ['an open order away', `delete from orders where id = '${OPEN}'`, 'stock_holds_order_id_fkey'],
  ['a quote away', `delete from orders where id = '${QUOTE}'`, 'quotes_order_id_fkey'],
  ['a sold line away', `delete from order_lines where id = '${LINE}'`, 'sales_lines_line_id_fkey'],
  ['a return away', `delete from returns where id = '${RETURN}'`, 'return_events_return_id_fkey'],
];

const possible: [what: string, statement: string][] = [
  ['all goes back', `update orders set refunded = charged, status = 'refunded' where id = '${PAID}'`],
  [
    'a dispute before its payment',
    `insert into disputes (id, order_id, payment_id, state, told_at) values ('dp_2', '${OPEN}', 'pi_2', 'open', now());
     update stock_holds set outcome = 'sold', ended_at = now() where order_id = '${OPEN}';
     update orders set dispute = 'open', status = 'disputed', stock = 'sold' where id = '${OPEN}'`,
  ],
  [
    'a refund before its payment',
    `insert into refunds (order_id, payment_id, provider_id, reason, state, amount)
     values ('${OPEN}', 'pi_2', 're_2', 'provider', 'done', 39);
     update orders set refunded = 39 where id = '${OPEN}'`,
  ],
  [
    'a payment after the parts were sold',
    `update stock_holds set outcome = 'released', ended_at = now() where order_id = '${OPEN}';
     update orders set stock = 'released', status = 'expired', ended = 'expired' where id = '${OPEN}';
     update orders set status = 'canceled', payment_id = 'pi_2', paid_at = now() where id = '${OPEN}';
     insert into refunds (order_id, payment_id, reason) values ('${OPEN}', 'pi_2', 'sold-out')`,
  ],
  [
    'as much back as was charged, which was more',
    `insert into refunds (order_id, payment_id, provider_id, reason, state, amount)
     values ('${PAID}', 'pi_1', 're_2', 'provider', 'done', 116.41)`,
  ],
  [
    'all that is left',
    `insert into refunds (order_id, payment_id, reason, amount) values ('${PAID}', 'pi_1', 'shop', 67.21)`,
  ],
  [
    'all that is left of a balance',
    `insert into refunds (order_id, payment_id, reason, amount) values ('${PAID}', 'pi_3', 'shop', 6)`,
  ],
  [
    'the next balance, and one after it was withdrawn',
    `insert into order_balances (order_id, amount) values ('${PAID}', 1);
     update order_balances set withdrawn_at = now() where id <> '${BALANCE}';
     insert into order_balances (order_id, amount) values ('${PAID}', 1)`,
  ],
  [
    'cash back for cash',
    `insert into refunds (order_id, payment_id, reason, amount, method) values ('${COUNTER}', 'counter:1', 'shop', 40, 'cash');
     update refunds set state = 'done' where order_id = '${COUNTER}'`,
  ],
  [
    'a part that is deleted while it is held',
    `delete from parts_catalog; update stock_holds set outcome = 'released', ended_at = now() where order_id = '${OPEN}'`,
  ],
  [
    'a clock that was set back',
    `update orders set sent_at = paid_at - interval '1 hour' where id = '${PAID}'`,
  ],
  [
    'a quote that is changed after months',
    `update orders set expires_at = created_at + interval '300 days' where id = '${QUOTE}'`,
  ],
  ['a long name', `update orders set customer_name = repeat('x', 500), email = repeat('x', 320)`],
  [
    'a quote that is canceled',
    `delete from order_lines where order_id = '${QUOTE}';
     update orders set status = 'canceled', ended = 'canceled', stock = 'released' where id = '${QUOTE}'`,
  ],
];

let database: TestDatabase;
let generated: Write[];

beforeAll(async () => {
  database = await createTestDatabase();
  await tellMoneyStory(database.owner);
  generated = await generateWrites();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Nonsense for each column. */
async function generateWrites(): Promise<Write[]> {
  const { rows } = await database.owner.query(
    `select relname as table, attname as column, typname as type, exists (
       select from pg_constraint where conrelid = attrelid and contype = 'c' and conname like '%known'
         and conkey = array[attnum]
     ) as is_word
     from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
     where relnamespace = 'public'::regnamespace and relname = any ($1) and attnum > 0 and not attisdropped
       and attidentity <> 'a' order by relname, attnum`,
    [tables],
  );
  return rows.flatMap(({ table, column, type, is_word: isWord }) =>
    [...(nonsense[type] ?? []), ...(isWord ? ["'nonsense'"] : [])]
      .filter((value) => !allowed.has(`${table}.${column} = ${value}`))
      .map((value) => ({
        table,
        what: `${column} = ${value}`,
        // In rows that have a value, if there are any: a constraint of two columns may be about one that has none.
        statement: `update ${table} set ${column} = ${value}
          where ${column} is not null or not exists (select from ${table} where ${column} is not null)`,
      })),
  );
}

function writesOf(table: Table): Write[] {
  const combined = Object.entries(combinations[table] ?? {});
  return [
    ...generated.filter((write) => write.table === table),
    ...combined.map(([what, statement]) => ({ table, what, statement })),
  ];
}

/** The constraint that refuses a statement at the end of its transaction at the latest. Undefined: it passes. */
async function refusalOf(statement: string): Promise<string | undefined> {
  const { owner } = database;
  await owner.query('savepoint before');
  try {
    await owner.query(`${statement}; set constraints all immediate`);
    return undefined;
  } catch (error) {
    const { code, constraint, message } = error as { code: string; constraint?: string; message: string };
    return constraint && code.startsWith('23') ? constraint : `${code}: ${message}`;
  } finally {
    await owner.query('rollback to savepoint before');
  }
}

describe.each(tables)('%s', (table) => {
  beforeEach(async () => {
    // What a row can tell is refused without any trigger.
    await database.owner.query("begin; set local session_replication_role = 'replica'");
  });
  afterEach(() => database.owner.query('rollback'));

  test('refuses nonsense, by a constraint with a name', async () => {
    const { rows } = await database.owner.query(
      "select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass",
      [table],
    );
    const names = new Set(rows.map(({ name }) => name));
    const accepted: string[] = [];
    for (const { what, statement } of writesOf(table)) {
      const refusal = await refusalOf(statement);
      if (!names.has(refusal)) accepted.push(`${what} -> ${refusal ?? 'accepted'}`);
    }
    expect(accepted).toEqual([]);
  });

  test('has no constraint that no write here needs', async () => {
    const { owner } = database;
    const { rows } = await owner.query(
      "select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass order by 1",
      [table],
    );
    const unneeded: string[] = [];
    for (const { name } of rows) {
      await owner.query(`savepoint whole; alter table ${table} drop constraint ${name}`);
      let isNeeded = false;
      for (const { statement } of writesOf(table).toReversed()) {
        isNeeded = (await refusalOf(statement)) === undefined;
        if (isNeeded) break;
      }
      if (!isNeeded) unneeded.push(name);
      await owner.query('rollback to savepoint whole');
    }
    expect(unneeded).toEqual([]);
  });
});

describe('across rows', () => {
  beforeEach(async () => void (await database.owner.query('begin')));
  afterEach(() => database.owner.query('rollback'));

  test.each(acrossRows)('the database refuses %s', async (_what, statement, constraint) => {
    expect(await refusalOf(statement)).toContain(constraint);
  });

  test.each(possible)('the database accepts %s', async (_what, statement) => {
    expect(await refusalOf(statement)).toBeUndefined();
  });
});

test('no key among these tables deletes or forgets a row with another one', async () => {
  const money = [...tables, 'refund_lines', 'return_lines', 'shipment_lines'];
  const { rows } = await database.owner.query(
    `select conname as name, confdeltype as action from pg_constraint
     where contype = 'f' and conrelid::regclass::text = any ($1) and confrelid::regclass::text = any ($1)`,
    [money],
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter(({ action }) => action !== 'r')).toEqual([]);
});

test('there are at least 60 impossible writes, and a story that is possible', () => {
  expect(tables.flatMap(writesOf).length + acrossRows.length).toBeGreaterThan(200);
  expect(moneyStory.length).toBeGreaterThan(10);
});
