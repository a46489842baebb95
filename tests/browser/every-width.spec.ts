import type pg from 'pg';
import { addAssistant } from '../support/assistant-story.ts';
import { addDeskOrder } from '../support/desk-orders.ts';
import { expect, test } from '../support/admin-story.ts';
import { addParts } from '../support/parts.ts';
import { expectToFit } from '../support/expect-to-fit.ts';
import { LONG_NAME } from '../support/screens.ts';
import { listPages } from '../support/list-pages.ts';
import { addressOf } from '../support/routes.ts';

const PERSON = 'Maximiliana Wolfeschlegelsteinhausenbergerdorff';
const EMAIL = 'maximiliana.wolfeschlegelsteinhausenbergerdorff@a-very-long-company-name.example.com';

/** Without data of their own, these answer that there is no such thing. */
const withoutData = new Set(['/test-payment/:orderId', '/admin/import/sources/:id', '/admin/import/:id']);

/** quotes.spec.ts, people.spec.ts and returns.spec.ts have their data, and check them. */
const elsewhere = /quotes\/:number|customers\/:id|\/slip$/;

/** Pages of a buyer and of the admin panel. */
const privatePages = listPages().filter(
  (path) =>
    /^\/admin|^\/(profile|security)|^\/orders\/:/.test(path) &&
    !withoutData.has(path) &&
    !elsewhere.test(path),
);

/** Everything that the pages show, with long texts. The pages' addresses by path. */
async function addData(owner: pg.Client, userId: string, part: string) {
  const parts = [{ name: LONG_NAME, vehicle: '2015 Mercedes-Benz Sprinter 3500', partId: part, quantity: 2 }];
  const order = await addDeskOrder(owner, { buyer: PERSON, email: EMAIL, progress: 'delivered', parts });
  await owner.query('update orders set user_id = $1 where id = $2', [userId, order.id]);
  const { rows: shipments } = await owner.query(
    "insert into shipments (order_id, method, delivered_at) values ($1, 'parcel', now()) returning id",
    [order.id],
  );
  await owner.query('insert into shipment_lines (shipment_id, line_id, quantity) values ($1, $2, 2)', [
    shipments[0].id,
    order.lineIds[0],
  ]);
  const { rows: returns } = await owner.query(
    "insert into returns (order_id, kind, reason) values ($1, 'return', 'not_needed') returning id, number",
    [order.id],
  );
  await owner.query('insert into return_lines (return_id, line_id, quantity) values ($1, $2, 1)', [
    returns[0].id,
    order.lineIds[0],
  ]);
  const { rows: requests } = await owner.query(
    `insert into part_requests (name, email, phone, make, model, year, part_name, description, urgency)
     values ($1, $2, '(619) 555-0187', 'Honda', 'Civic', '2015', $3, $4, 'high') returning id`,
    [PERSON, EMAIL, LONG_NAME, `https://example.com/${'a'.repeat(150)}`],
  );
  const { rows: messages } = await owner.query(
    "insert into contact_messages (name, email, subject, message) values ($1, $2, 'Saturday', 'Are you open?') returning id",
    [PERSON, EMAIL],
  );
  const { rows: threads } = await owner.query(
    'select number, request_id from inbox_threads where request_id = $1 or message_id = $2 order by request_id',
    [requests[0].id, messages[0].id],
  );
  await owner.query(
    `with payout as (
       insert into payouts (id, amount, state, automatic, created_at, arrives_on, complete_at)
       values ('po_' || $1, 12345.67, 'in_transit', true, now(), now(), now()) returning id
     )
     insert into balance_transactions (id, payout_id, kind, type, amount, fee, created_at, source_id, payment_id)
     select 'txn_' || $1, id, 'payment', 'charge', 12345.67, 0, now(), 'ch_' || $1, repeat('pi_', 30) from payout
     on conflict do nothing`,
    [part],
  );
  const { rows: cars } = await owner.query(
    `with car as (
       insert into yard_vehicles (stock_number, no_vin_reason, make, model, trim, holds, place)
       values (left($1::text, 13), $2, $2, $2, $2, '{police,lien,insurer}', $2) returning id
     ), cost as (
       insert into yard_costs (vehicle_id, paid_on, payee, what, amount) select id, now(), $2, $2, 12345678.90 from car
     ), work as (
       insert into yard_checks (vehicle_id, name, note, user_name) select id, 'keys', $2, $2 from car
     ), converter as (
       insert into yard_converters (vehicle_id, count, serial, place, removed_on, removed_by)
       select id, 20, $2, $2, now(), $2 from car
     ), paper as (
       insert into yard_papers (vehicle_id, notice, notice_reason, transferred_to) select id, 'required', $2, $2 from car
     ), removal as (
       insert into yard_removals (vehicle_id, what, removed_on, reason, kept_at, user_name)
       select id, $2, now(), $2, $2, $2 from car
     )
     select id from car`,
    [part, PERSON],
  );
  await owner.query(
    'insert into part_private_facts (part_id, donor_stock_number) values ($1::uuid, left($1::text, 13))',
    [part],
  );
  await addAssistant(owner, { missed: LONG_NAME, make: PERSON });
  const values: Record<string, string> = {
    number: `PY-${order.number}`,
    rma: `RMA-${returns[0].number}`,
    reference: `REQ-${threads[0].number}`,
    payout: `po_${part}`,
  };
  const addresses: Record<string, string> = {
    '/admin/labels': `/admin/labels?parts=${part}`,
    '/admin/orders-print': `/admin/orders-print?kind=slips&orders=PY-${order.number}`,
    '/admin/vehicles/:id': `/admin/vehicles/${cars[0].id}`,
    '/admin/vehicles/:id/parts': `/admin/vehicles/${cars[0].id}/parts`,
    '/admin/vehicles/:id/worksheet': `/admin/vehicles/${cars[0].id}/worksheet`,
    '/admin/vehicles': '/admin/vehicles?view=paper',
    '/admin/messages/:reference': `/admin/messages/MSG-${threads[1].number}`,
  };
  return (path: string) => addresses[path] ?? addressOf(path, (name) => values[name] ?? 'x');
}

test.describe('fits each width and is accessible', () => {
  // One worker has them all, so that their data are added once.
  test.describe.configure({ mode: 'default' });
  let part = '';
  let find: Awaited<ReturnType<typeof addData>>;

  test.beforeAll(async ({ sharedOwner, admin }) => {
    const car = { vehicle_make: 'Mercedes-Benz', vehicle_model: 'Sprinter 3500' };
    [part = ''] = await addParts(sharedOwner, [{ part_name: LONG_NAME, ...car }]);
    find = await addData(sharedOwner, admin.id, part);
  });
  test.afterAll(async ({ sharedOwner }) => {
    await sharedOwner.query('delete from parts_catalog where id = $1', [part]);
  });

  for (const path of privatePages)
    test(path, async ({ page, signIn, expectAccessibleEverywhere }) => {
      await signIn();
      const response = await page.goto(find(path));
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await expectToFit(page);
      await expectAccessibleEverywhere(page);
    });
});

test('refused dialogs and forms of the admin panel fit each width', async ({
  page,
  owner,
  signIn,
  stock,
}) => {
  const id = await signIn();
  const [part = ''] = await stock([{ part_name: LONG_NAME, price: 40 }]);
  const find = await addData(owner, id, part);
  const refusals: [address: string, buttons: string[], text: string][] = [
    [find('/admin/orders/:number'), ['More actions', 'Refund…', 'Refund'], 'choose a reason'],
    [find('/admin/returns/:rma'), ['Decline…', 'Decline'], 'enter a reason for the buyer'],
    ['/admin/messages/saved-answers', ['New answer', 'Save answer'], 'Please enter a title'],
    ['/admin/settings/api', ['Create key', 'Create key'], 'Please choose what it may do'],
    ['/admin/settings/api', ['Add webhook', 'Add webhook'], 'Please choose at least one event'],
    ['/admin/team', ['Invite', 'Send invitation'], 'Email must be an email address'],
    ['/admin/settings/tax', ['Approve a certificate', 'Approve'], 'Number is required'],
    [`/admin/orders/quotes/new?kind=counter&part=${part}`, ['Record the sale'], 'Choose how it was paid'],
  ];
  for (const [address, buttons, text] of refusals)
    await test.step(buttons.join(', '), async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(address);
      for (const name of buttons) await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByText(text)).toBeVisible();
      await expectToFit(page);
    });
});

test('paper is without controls, and accessible', async ({
  page,
  owner,
  signIn,
  stock,
  expectAccessible,
}) => {
  const id = await signIn();
  const [part = ''] = await stock([{ part_name: LONG_NAME }]);
  const find = await addData(owner, id, part);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const address of [
    find('/orders/:number'),
    find('/admin/orders/:number'),
    find('/admin/orders-print'),
    find('/admin/orders-print').replace('slips', 'labels'),
    find('/admin/labels'),
    `/part/${part}`,
  ]) {
    await page.goto(address);
    await expect(page.getByText(address.includes('kind=labels') ? PERSON : LONG_NAME).first()).toBeVisible();
    await expectAccessible(page, 'main');
    if (address.includes('kind=slips'))
      await expect(page.getByText(/or write to \S+@\S+ and include your order number\.$/)).toBeVisible();
    for (const role of ['banner', 'contentinfo', 'button', 'tab'] as const)
      await expect.soft(page.getByRole(role), `${role} of ${address}`).toHaveCount(0);
    expect(
      await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color];
      }),
    ).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    // One label is one sheet, without an empty one before it.
    if (address.includes('/admin/labels')) {
      const pdf = await page.pdf({ preferCSSPageSize: true });
      expect(pdf.toString('latin1').match(/\/Type \/Page$/gm)).toHaveLength(1);
    }
  }
});
