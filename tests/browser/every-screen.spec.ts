import { expect, test } from '../support/admin-story.ts';
import { listEntries } from '#desk/frame/panel-entries.ts';
import { expectToFit } from '../support/expect-to-fit.ts';
import { listPages } from '../support/list-pages.ts';
import { LONG_NAME, panelEntry } from '../support/screens.ts';

/** Screens without an accessibility test of their own. */
const screens = {
  home: '/',
  'home with a vehicle': '/?make=Honda&model=Civic&year=2015',
  results: '/?make=Honda&model=Civic&year=2015&category=Brakes',
  'an empty result': '/?make=No&model=Such&year=1901&category=Thing',
  'all makes': '/parts',
  'a vehicle': '/parts/Honda/Civic/2015',
  'nothing in the junkyard': '/junkyard?q=no+such+thing&make=Nobody',
  'an empty cart': '/cart',
  garage: '/garage',
  'no car in the yard': '/yard?make=Nobody',
  request: '/request?make=Honda&model=Civic&year=2015&part=Alternator',
  contact: '/contact',
  'find an order': '/orders',
  'an order that is not open': '/orders/PY-10001',
  'an unknown payment': '/payment-success?session_id=unknown',
  about: '/about',
  terms: '/terms',
  'a canceled payment': '/payment-canceled',
  warranty: '/warranty',
  'sign in': '/auth',
  'sign up': '/auth?view=sign-up',
  'catalog import': '/catalog-import',
  'not found': '/no/such/page',
  components: '/design',
};

/** By route: the tests that have what the page shows. */
const elsewhere: Record<string, string> = {
  '/part/:address': 'part-page.spec.ts',
  '/yard/:address': 'yard-shop.spec.ts',
  '/quote': 'quotes.spec.ts',
  '/assistant/:id': 'assistant-page.spec.ts',
  '/test-payment/:orderId': 'orders.spec.ts',
  '/orders/:number/invoice': 'buyer-orders.spec.ts',
  '/orders/:number/return': 'returns.spec.ts',
  '/orders/:number/claim': 'returns.spec.ts',
  '/orders/:number/core': 'returns.spec.ts',
  '/orders/:number/returns/:rma': 'returns.spec.ts',
  '/orders/:number/returns/:rma/slip': 'returns.spec.ts',
  '/profile': 'accounts.spec.ts',
  '/auth/confirm': 'accounts.spec.ts',
  '/reset-password': 'accounts.spec.ts',
  '/auth/invitation': 'people.spec.ts',
  '/back-in-stock': 'settings.spec.ts',
  '/car-emails': 'yard-shop.spec.ts',
  '/privacy': 'legal-texts.spec.ts',
  '/security': 'security.spec.ts',
  '/mailbox': 'accounts.spec.ts',
};

const pages = listPages();

test('all pages have an accessibility test', () => {
  const checked = Object.values(screens).map((address) => new URL(address, 'http://shop.test').pathname);
  const matches = (path: string) =>
    new RegExp(
      `^${path
        .replaceAll(/\/:\w+\?/g, '(/[^/]+)?')
        .replaceAll(/:\w+/g, '[^/]+')
        .replace('/*', '/.+')}$`,
    );
  expect(
    pages.filter(
      (path) =>
        !elsewhere[path] &&
        // In every-width.spec.ts, with their data.
        !path.startsWith('/admin') &&
        !checked.some((address) => matches(path).test(address)),
    ),
  ).toEqual([]);
});

for (const [screen, address] of Object.entries(screens))
  test(`${screen} fits each width, and is accessible in both themes`, async ({
    page,
    expectAccessibleEverywhere,
  }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectToFit(page, { hasLargeText: address !== '/design' });
    await expectAccessibleEverywhere(page);
  });

test('a part with a long name, the cart with it, and the other public pages fit each width', async ({
  page,
  stock,
}) => {
  const [part = ''] = await stock([
    { part_name: LONG_NAME, oem_number: '48310-RAA-A01-REMANUFACTURED-2015' },
  ]);
  await page.goto(`/part/${part}`);
  await expectToFit(page, { hasLargeText: true });
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  const others = Object.keys(elsewhere).filter((path) => !/:|^\/(profile|security)/.test(path));
  for (const address of ['/cart', ...others]) {
    await page.goto(address);
    await expectToFit(page, { hasLargeText: true });
  }
});

test('an open dropdown is accessible too', async ({ page, expectAccessible }) => {
  await page.goto('/');
  await page.getByLabel('Make').click();
  await expect(page.getByRole('listbox')).toBeVisible();
  // While it is open, the rest of the page is inert.
  await expectAccessible(page, '[role=listbox]');
  await expectAccessible(page, 'main form');
});

test('forms that were refused are accessible', async ({ page, expectAccessibleEverywhere }) => {
  const forms: [address: string, button: string, fields?: Record<string, string>][] = [
    ['/contact', 'Send Message'],
    ['/request', 'Submit Request'],
    ['/auth', 'Sign In', { Email: 'ann@example.com', Password: 'not the password' }],
    [
      '/auth?view=sign-up',
      'Sign Up',
      { 'Display Name': 'Ann', Email: 'ann@example.com', Password: 'password' },
    ],
    [
      '/orders',
      'Find the order',
      { 'Order number': 'PY-99999999', 'Email you paid with': 'ann@example.com' },
    ],
  ];
  for (const [address, button, fields = {}] of forms)
    await test.step(address, async () => {
      await page.goto(address);
      const form = page.getByRole('main');
      for (const [label, text] of Object.entries(fields))
        await form.getByLabel(label, { exact: true }).fill(text);
      await form.getByRole('button', { name: button, exact: true }).click();
      await expect(page.locator('main :is([aria-invalid=true], [role=alert])').first()).toBeVisible();
      await expectAccessibleEverywhere(page);
    });
});

test('the dialogs of an API key and a webhook are accessible', async ({ page, signIn, expectAccessible }) => {
  await signIn();
  await page.goto('/admin/settings/api');
  for (const [button, title, save] of [
    ['Create key', 'Create a key', 'Create key'],
    ['Add webhook', 'Add a webhook', 'Add webhook'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: save }).click();
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});

test('the panel of staff is accessible @long', async ({
  page,
  owner,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const id = await signIn();
  await owner.query("update user_roles set role = 'staff' where user_id = $1", [id]);
  try {
    for (const { address, label } of listEntries('staff'))
      await test.step(label, async () => {
        await page.goto(address);
        await expect(panelEntry(page, label)).toHaveAttribute('aria-current', 'page');
        await expectAccessibleEverywhere(page);
      });
  } finally {
    await owner.query("update user_roles set role = 'admin' where user_id = $1", [id]);
  }
});
