import { randomUUID } from 'node:crypto';
import { hashPassword } from '#server/auth/passwords.ts';
import { isLong } from '../support/is-long.ts';
import { expect, test } from '../support/story.ts';

/** Payloads for text, attributes, scripts, templates, and addresses. */
const EVIL = `"'><img src=x onerror="smuggled=1"></script><script>smuggled=1</script>`;
const ADDRESS = 'javascript:smuggled=1';
const PASSWORD = 'a password for Ada';

test('scripts in texts from users never run', async ({ page, owner, make }) => {
  const violations: string[] = [];
  page.on('dialog', (dialog) => {
    violations.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('tellViolation', (what: string) => violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation: (what: string) => void };
      tellViolation(`${location.pathname}: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });

  // An admin who also shops.
  const email = `ada-${randomUUID()}@example.com`;
  const { rows } = await owner.query(
    'insert into auth.users (name, email, email_verified) values ($1, $2, true) returning id',
    [EVIL, email],
  );
  const id: string = rows[0].id;
  await owner.query(
    "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1, $2, 'credential', $3)",
    [id, id, await hashPassword(PASSWORD)],
  );
  await owner.query("insert into user_roles (user_id, role) values ($1, 'admin')", [id]);
  const signedIn = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: PASSWORD },
  });
  expect(signedIn.status()).toBe(200);

  const condition = `${EVIL} ${randomUUID()}`.slice(0, 100);
  const stored = [
    await page.request.post('/admin/conditions.data', {
      multipart: {
        intent: 'save',
        id: 'new',
        name: condition,
        color_class: 'bg-gray-100 text-gray-800',
        sort_order: '9',
      },
    }),
    await page.request.post('/profile.data', {
      form: {
        intent: 'save-details',
        user_id: id,
        display_name: EVIL,
        phone: EVIL.slice(0, 50),
        city: EVIL,
        state: EVIL,
      },
    }),
    await page.request.post('/functions/v1/send-contact-email', {
      data: { name: EVIL, email, subject: EVIL, message: EVIL },
    }),
    await page.request.post('/functions/v1/send-part-request-email', {
      data: {
        name: EVIL,
        email,
        phone: '',
        make: EVIL,
        model: EVIL,
        year: '2015',
        partName: EVIL,
        description: EVIL,
        urgency: 'low',
      },
    }),
  ];
  expect(stored.map((answer) => answer.status())).toEqual([200, 200, 200, 200]);
  // Invalid classes and pictures are not stored.
  const refused = [
    await page.request.post('/admin/conditions.data', {
      multipart: { intent: 'save', id: 'new', name: 'x', color_class: EVIL, sort_order: '9' },
    }),
    await page.request.post('/admin/part/new', {
      multipart: { intent: 'save', part_name: 'x', category: 'x', image_url: ADDRESS },
    }),
    await page.request.post('/admin/part/new', {
      multipart: { intent: 'save', part_name: 'x', category: 'x', image_url: `data:text/html,${EVIL}` },
    }),
  ];
  expect(refused.map((answer) => answer.status())).toEqual([400, 400, 400]);

  // One part through the form, and one inserted directly.
  const added = await page.request.post('/admin/part/new', {
    multipart: {
      intent: 'save',
      part_name: EVIL,
      oem_number: EVIL,
      brand: EVIL,
      category: EVIL.slice(0, 100),
      subcategory: EVIL,
      description: EVIL,
      vehicle_make: make,
      vehicle_model: EVIL,
      vehicle_year: '2015',
      vehicle_engine: EVIL,
      part_type: condition,
      price: '40',
      stock_quantity: '9',
      image_url: '',
    },
  });
  expect([added.status(), await added.text()]).toEqual([200, expect.any(String)]);
  await owner.query(
    `insert into parts_catalog (part_name, oem_number, brand, category, description, vehicle_make, vehicle_model, vehicle_year,
       part_type, price, stock_quantity, image_url, source_url)
     values ($1, $1, $1, 'Brakes', $1, $2, 'Roadster', 2015, $1, 40, 9, null, $3)`,
    [EVIL, make, ADDRESS],
  );
  const { rows: parts } = await owner.query('select id from parts_catalog where vehicle_make = $1', [make]);
  expect(parts).toHaveLength(2);

  const paid = await page.request.post('/functions/v1/create-payment', {
    data: {
      items: [{ id: parts[0].id, name: EVIL, amountCents: 4000, quantity: 1 }],
      currency: 'usd',
      shippingCents: 1500,
      taxCents: 320,
    },
  });
  expect(paid.status()).toBe(200);
  const { url } = (await paid.json()) as { url: string };
  const order = await page.request.post(new URL(url).pathname, {
    form: {
      choice: 'pay',
      email,
      name: EVIL,
      phone: '(619) 555-0187',
      line1: EVIL,
      city: EVIL,
      state: 'CA',
      postalCode: '92101',
    },
    maxRedirects: 0,
  });
  expect(order.status()).toBeLessThan(400);

  const evil = encodeURIComponent(EVIL);
  const search = (values: Record<string, string>) => new URLSearchParams(values).toString();
  const mails = await owner.query(
    'select id from mails where html is not null order by created_at desc limit 8',
  );
  const screens = [
    `/junkyard?q=${evil}`,
    `/junkyard?${search({ make, category: EVIL, condition: EVIL, sort: EVIL, after: EVIL })}`,
    `/junkyard?${search({ make })}`,
    `/?${search({ make, model: 'Roadster', year: '2015', category: 'Brakes' })}`,
    `/?${search({ make, model: EVIL, year: '2015', category: EVIL.slice(0, 100) })}`,
    `/?${search({ make: EVIL, model: EVIL, year: EVIL, category: EVIL })}`,
    `/parts/${encodeURIComponent(make)}`,
    `/parts/${evil}/${evil}`,
    ...parts.map((part) => `/part/${evil}-${part.id}`),
    `/part/${evil}-${randomUUID()}`,
    `/auth?error=${evil}&error_description=${evil}&redirect=${ADDRESS}&next=${ADDRESS}`,
    `/reset-password?error=${evil}&error_description=${evil}`,
    `/payment-success?session_id=${evil}`,
    `/payment-canceled?order=${evil}`,
    new URL(url).pathname,
    `/request?${search({ make: EVIL, model: EVIL, year: EVIL, part: EVIL, oem: EVIL, category: EVIL })}`,
    '/profile',
    '/profile?tab=orders',
    '/cart',
    `/admin?q=${evil}`,
    '/admin/conditions',
    '/admin/categories',
    '/admin/users',
    '/admin/security',
    '/catalog-import',
    '/mailbox',
    ...mails.rows.map((mail) => `/mailbox/${mail.id}`),
    `/${evil}`,
    `/no/such/page?x=${evil}#${evil}`,
  ];
  expect(mails.rows.length).toBeGreaterThan(3);
  // In the short run, every other screen.
  for (const screen of screens.filter((_, index) => isLong || index % 2 === 0)) {
    await page.goto(screen);
    await expect(page.locator('body')).toBeVisible();
    const found = await page.evaluate(() => ({
      ran: 'smuggled' in window,
      injected: document.querySelectorAll(
        'img[src="x"], [onerror], [href^="javascript:" i], [src^="javascript:" i]',
      ).length,
    }));
    expect([screen, found]).toEqual([screen, { ran: false, injected: 0 }]);
  }
  // Client-rendered content as well: suggestions and the part dialog.
  await page.goto('/junkyard');
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('<img');
  await page.goto(`/admin?q=${encodeURIComponent(make)}`);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Part Name')).toHaveValue(EVIL);
  expect(await page.evaluate(() => 'smuggled' in window)).toBe(false);
  expect(violations).toEqual([]);

  await owner.query('delete from conditions where name = $1', [condition]);
  await owner.query('delete from auth.users where id = $1', [id]);
});
