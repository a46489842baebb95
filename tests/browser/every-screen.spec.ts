import { expect, test } from '../support/story.ts';

/** Screens without their own accessibility test. */
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
  request: '/request?make=Honda&model=Civic&year=2015&part=Alternator',
  contact: '/contact',
  'find an order': '/orders',
  'an order that is not open': '/orders/PY-10001',
  'an unknown payment': '/payment-success?session_id=unknown',
  about: '/about',
  warranty: '/warranty',
  'sign in': '/auth',
  'sign up': '/auth?view=sign-up',
  'catalog import': '/catalog-import',
  'not found': '/no/such/page',
  components: '/design',
};

test('every screen is accessible in dark mode on a phone and light mode on a desktop, without horizontal scrolling', async ({
  page,
  expectAccessible,
}) => {
  test.setTimeout(180_000);
  for (const [name, address] of Object.entries(screens)) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const [width, colorScheme] of [
        [360, 'dark'],
        [1280, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await expectAccessible(page);
      }
    });
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
