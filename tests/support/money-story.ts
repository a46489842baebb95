import type pg from 'pg';

/** The story has rows of all tables about orders and money, each with a value in every column, that a shop can have. */
export const PAID = 'aaaaaaaa-0000-4000-8000-000000000001';
export const OPEN = 'aaaaaaaa-0000-4000-8000-000000000002';
export const QUOTE = 'aaaaaaaa-0000-4000-8000-000000000003';
export const COUNTER = 'aaaaaaaa-0000-4000-8000-000000000004';
export const LINE = 'bbbbbbbb-0000-4000-8000-000000000001';
export const PART = 'cccccccc-0000-4000-8000-000000000001';
export const REFUND = 'dddddddd-0000-4000-8000-000000000001';
export const RETURN = 'eeeeeeee-0000-4000-8000-000000000001';
export const BALANCE = 'eeeeeeee-0000-4000-8000-000000000002';
const SOMEONE = 'ffffffff-0000-4000-8000-000000000001';

const ADDRESS = `'{"line1": "500 Harbor Drive"}'`;
const PLACE = `'{"country": "US", "state": "CA", "zip": "92101"}'`;

/** These statements tell the story in their sequence. All of them pass. */
export const moneyStory: readonly string[] = [
  `insert into parts_catalog (id, part_name, price, stock_quantity, stock_held) values ('${PART}', 'Battery', 40, 9, 5)`,
  `insert into orders (id, product_name, amount, tax, shipping, core, battery_fee, core_return_days, return_terms, days_min,
     days_max, ship_to, settings_version, terms_version, warranty_version, browser_id, client_network, expires_at, email,
     customer_name, phone, payment_session_id, payment_url, asked_at)
   values ('${PAID}', 'Battery × 2', 116.40, 6.40, 15, 10, 5, 30, '{}', 2, 5, ${PLACE}, 1, 1, 1, gen_random_uuid(), '192.0.2.1',
     now() + interval '30 minutes', 'olga@example.com', 'Olga', '619', 'cs_1', 'https://pay.example.com', now());
   insert into order_lines (id, order_id, part_id, part_name, oem_number, part_type, unit_price, quantity, shipping, tax, core,
     core_tax, shipping_class, vehicle, origin, rebuilder, stock_number, mileage, grade, warranty, battery_fee)
   values ('${LINE}', '${PAID}', '${PART}', 'Battery', 'B-1', 'Good', 40, 2, 15, 5.60, 10, 0.80, 'parcel', '2012 Honda Accord',
     'used', 'Someone', 'S1', 90000, 'A', '90 days', 5)`,
  `insert into order_taxes (order_id, position, level, name, state, rate, taxable, tax)
   values ('${PAID}', 0, 'state', 'California', 'CA', 0.08, 80, 6.40)`,
  `insert into stock_holds (order_id, part_id, quantity, expires_at) values ('${PAID}', '${PART}', 2, now())`,
  `with ended as (update stock_holds set outcome = 'sold', ended_at = now() where order_id = '${PAID}')
   update orders set payment_id = 'pi_1', paid_at = now(), status = 'completed', stock = 'sold', progress = 'to_pack',
     ship_by = now() + interval '1 day', shipping_address = ${ADDRESS}, risk = '{}', review = 'released', charged = 116.41, charged_currency = 'cad', amount_review = 'accepted',
     joined_at = now(), core_reminded_at = now() where id = '${PAID}'`,
  `insert into order_balances (id, order_id, amount, asked_by, payment_id, paid_at, refunded, page_key, page_asked_at, session_id,
     page_url)
   values ('${BALANCE}', '${PAID}', 8.20, '${SOMEONE}', 'pi_3', now(), 2.20, gen_random_uuid(), now(), 'cs_3', 'https://pay.example.com')`,
  `insert into payment_events (id, type, order_id, payload) values ('evt_1', 'checkout.session.completed', '${PAID}', '{}')`,
  `insert into refunds (id, order_id, payment_id, reason, amount, note) values ('${REFUND}', '${PAID}', 'pi_1', 'shop', 43.20, 'Sorry')`,
  `update refunds set provider_id = 're_1', state = 'done', updated_at = now() where id = '${REFUND}'`,
  `update orders set refunded = 43.20, ready_at = now() where id = '${PAID}'`,
  `insert into shipments (id, order_id, method, carrier, tracking) values ('${SOMEONE}', '${PAID}', 'parcel', 'UPS', '1Z')`,
  `update orders set progress = 'shipped', sent_at = now() where id = '${PAID}'`,
  `update shipments set delivered_at = now(), undone_at = null`,
  `insert into disputes (id, order_id, payment_id, state, amount, answer_by, told_at)
   values ('dp_1', '${PAID}', 'pi_1', 'open', 116.40, now() + interval '9 days', now())`,
  `update orders set dispute = 'open', status = 'disputed' where id = '${PAID}'`,
  `with reported as (update disputes set state = 'won')
   update orders set dispute = 'won', status = 'completed' where id = '${PAID}'`,
  `insert into order_events (order_id, kind, mail_at) values ('${PAID}', 'shipped', now())`,
  `insert into returns (id, order_id, kind, reason, details, installer, installed_on, installed_mileage, failed_mileage, send_to,
     note, carrier, tracking, settlement, refund_id)
   values ('${RETURN}', '${PAID}', 'warranty', 'defective', 'It is dead', 'Joe', current_date, 1, 2, 'Main yard', 'Note', 'UPS', '1Z',
     '{}', null)`,
  `insert into orders (id, amount, expires_at) values ('${OPEN}', 40, now() + interval '30 minutes')`,
  `insert into stock_holds (order_id, part_id, quantity, expires_at) values ('${OPEN}', '${PART}', 1, now())`,
  `insert into orders (id, amount, purchase, expires_at) values ('${QUOTE}', 40, 'quote', now() + interval '1 day')`,
  `insert into quotes (order_id, created_by, note, tax_reason, change_id, changed_at, changed_by, page_key, page_asked_at)
   values ('${QUOTE}', '${SOMEONE}', 'Note', 'Reason', gen_random_uuid(), now(), '${SOMEONE}', gen_random_uuid(), now())`,
  `insert into orders (id, amount, purchase, fulfillment, pickup_location, payment_id, paid_at, payment_method, payment_reference,
     status, stock, progress)
   values ('${COUNTER}', 40, 'counter', 'pickup', 'Main yard', 'counter:1', now(), 'cash', '4242', 'completed', 'sold', 'to_pack')`,
];

export async function tellMoneyStory(owner: pg.Client): Promise<void> {
  for (const statement of moneyStory) {
    try {
      await owner.query(statement);
    } catch (error) {
      throw new Error(`Refused: ${statement}`, { cause: error });
    }
  }
}
