import type { Page } from '../../tools/browser/playwright.ts';
import type { PartColumns } from '../support/parts.ts';
import { card, names, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const parts: PartColumns[] = [
  {
    part_name: 'Brake Pads',
    vehicle_year: 2015,
    part_type: 'New',
    brand: 'Akebono',
    price: 40,
  },
  {
    part_name: 'Brake Pads',
    vehicle_year: 2016,
    part_type: 'Good',
    brand: 'Bosch',
    price: 20,
    stock_quantity: 0,
  },
  {
    part_name: 'Brake Rotor',
    oem_number: '45251-A',
    vehicle_year: 2015,
    part_type: 'Fair',
    brand: 'Bosch',
    price: 60,
  },
  {
    part_name: 'Muffler',
    vehicle_year: 2015,
    category: 'Exhaust',
    part_type: 'Good',
    brand: 'Walker',
    price: 90,
  },
];

const rail = (page: Page) => page.getByRole('form', { name: 'Filters' });
const choice = (page: Page, group: string, name: string | RegExp) =>
  rail(page).getByRole('group', { name: group }).getByLabel(name, { exact: true });
const found = (page: Page) => page.getByText(/ parts found$/);

test('on a wide screen a list is narrowed in the rail, with right counts, and widened by chips', async ({
  page,
  make,
  stock,
  expectAccessible,
}) => {
  await stock([...parts, { part_name: 'Muffler', vehicle_model: 'Coupe', category: 'Exhaust', price: null }]);
  await page.goto(`/junkyard?${new URLSearchParams({ make, model: 'Roadster', sort: 'name' })}`);
  await expect(choice(page, 'Model', 'Roadster 4')).toBeVisible();
  await expect(choice(page, 'Part', 'Brake pads 2')).toBeVisible();
  await expect(choice(page, 'Availability', 'In stock 3')).toBeVisible();

  const pads = choice(page, 'Part', 'Brake pads 2');
  await pads.focus();
  await page.keyboard.press('Space');
  await expect(found(page)).toHaveText('2 parts found');
  await expect(pads).toBeFocused();
  await expect(page).toHaveURL(/kind=brake-pads/);
  await expect(choice(page, 'Brand', 'Akebono 1')).toBeVisible();
  await expect(choice(page, 'Brand', /Walker/)).toHaveCount(0);

  await choice(page, 'Part', 'Any').check();
  await choice(page, 'Brand', 'Bosch 2').check();
  await expect(names(page)).toHaveText(['Brake Pads', 'Brake Rotor']);
  await choice(page, 'Brand', 'Any').check();
  // The fields above offer these.
  for (const group of ['Make', 'Category', 'Condition'])
    await expect(rail(page).getByRole('group', { name: group })).toHaveCount(0);
  await page.getByLabel('Sort by').selectOption('Price High to Low');
  await expect(names(page)).toHaveText(['Muffler', 'Brake Rotor', 'Brake Pads', 'Brake Pads']);
  await page.goto(`${page.url()}&condition=Good&condition=Fair`);
  await expect(names(page)).toHaveText(['Muffler', 'Brake Rotor', 'Brake Pads']);
  const condition = page.getByLabel('Condition', { exact: true });
  await expect(condition).toHaveValue('several');
  await rail(page).getByLabel('To', { exact: true }).fill('60');
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Brake Rotor', 'Brake Pads']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await expectAccessible(page);

  await page.reload();
  await expect(names(page)).toHaveText(['Brake Rotor', 'Brake Pads']);
  await page.getByRole('link', { name: 'Good: remove filter' }).click();
  await expect(names(page)).toHaveText(['Brake Rotor']);
  await expect(condition).toHaveValue('Fair');
  await page.goBack();
  await expect(names(page)).toHaveText(['Brake Rotor', 'Brake Pads']);
  await expect(condition).toHaveValue('several');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/junkyard');
});

test('on a phone a sheet shows how many parts it would leave, and returns the focus', async ({
  page,
  make,
  stock,
  expectAccessible,
}) => {
  await stock(parts);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/junkyard?${new URLSearchParams({ make, sort: 'name' })}`);
  const open = page.getByRole('button', { name: 'Filters (1)' });
  await expect(rail(page)).toBeHidden();
  await open.click();
  await expect(rail(page).getByRole('button', { name: 'Show 4 parts' })).toBeVisible();
  await choice(page, 'Part', 'Brake pads 2').check();
  await choice(page, 'Availability', /In stock/).check();
  const show = rail(page).getByRole('button', { name: 'Show 1 part' });
  await expect(show).toBeVisible();
  await expectAccessible(page);
  // Nothing has changed behind it, and leaving it changes nothing.
  await expect(page).not.toHaveURL(/kind/);
  await page.keyboard.press('Escape');
  await expect(rail(page)).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await expect(choice(page, 'Part', 'Any')).toBeChecked();

  // Back closes it, and only the next Back leaves the page.
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Sort by').selectOption('Newest');
  await expect(page).toHaveURL(/sort=newest/);
  await open.click();
  // Its script knows that it is open.
  await expect(page.getByRole('region', { name: 'Filters' })).toBeFocused();
  await page.evaluate(() => history.back());
  await expect(rail(page)).toBeHidden();
  await expect(page).toHaveURL(/sort=newest/);
  await page.goBack();
  await expect(page).toHaveURL(/sort=name/);
  await open.click();

  await choice(page, 'Part', 'Brake pads 2').check();
  await rail(page).getByRole('button', { name: 'Show 2 parts' }).click();
  await expect(rail(page)).toBeHidden();
  await expect(found(page)).toHaveText('2 parts found');
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeFocused();
});

for (const width of [360, 1280])
  test(`what is chosen before the filters' script has loaded counts: ${width} px`, async ({
    page,
    make,
    stock,
  }) => {
    await stock(parts);
    await page.goto(results(make));
    await expect(choice(page, 'Part', 'Brake pads 1')).toBeVisible();
    await page.setViewportSize({ width, height: 740 });
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/assets/filter-panel-*.js', async (route) => {
      await loaded;
      await route.continue();
    });
    // A page with its choices. On a busy machine one may lack them, and is kept so.
    const sorts = ['price_asc', 'price_desc', 'newest', 'mileage', 'name'];
    await expect(async () => {
      const response = await page.goto(`${results(make)}&sort=${sorts.shift()}`);
      expect(await response?.text()).toMatch(/<input[^>]*value="brake-pads"/);
    }).toPass();
    if (width === 360) await page.getByRole('button', { name: 'Filters' }).click();
    await choice(page, 'Part', 'Brake pads 1').check();
    load();
    if (width === 360) {
      const show = rail(page).getByRole('button', { name: 'Show 1 part' });
      await expect(show).toBeVisible();
      await expect(page).not.toHaveURL(/kind/);
      await show.click();
    }
    await expect(page.getByRole('main').getByText(/^Found 1 /)).toBeVisible();
    await expect(page).toHaveURL(/kind=brake-pads/);
  });

test('the dense list is remembered, without a flash, and has buttons that name their part', async ({
  page,
  make,
  stock,
  expectAccessible,
}) => {
  await stock(parts);
  await page.goto(`/junkyard?${new URLSearchParams({ make, sort: 'name' })}`);
  const height = () => card(page, 'Muffler').evaluate((row) => row.getBoundingClientRect().height);
  expect(await height()).toBeGreaterThan(150);
  await page.getByRole('group', { name: 'View' }).getByRole('link', { name: 'List' }).click();
  await expect(page.getByRole('link', { name: 'List' })).toHaveAttribute('aria-current', 'true');
  // The vehicle may take two lines.
  expect(await height()).toBeLessThan(80);
  await expect(card(page, 'Brake Rotor').getByText('45251-A')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add to Cart: 2015 .* Muffler$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Buy Now: .* Muffler/ })).toBeVisible();
  await expect(page).not.toHaveURL(/view/);
  await expectAccessible(page);

  // Before any script of the page.
  await page.route('**/assets/*.js', () => {});
  await page.goto(results(make), { waitUntil: 'commit' });
  await expect(card(page, 'Brake Rotor')).toBeVisible();
  // After its style sheet.
  await expect
    .poll(() => card(page, 'Brake Rotor').evaluate((row) => row.getBoundingClientRect().height))
    .toBeLessThan(66);
});

test("a vehicle's results are narrowed by kind; the title stays, and the summary counts them", async ({
  page,
  make,
  stock,
}) => {
  await stock(parts.map((part) => ({ ...part, vehicle_year: 2015 })));
  const address = `${results(make)}&sort=name`;
  await page.goto(address);
  await choice(page, 'Part', 'Brake pads 2').check();
  await expect(page.getByRole('main').getByText('Found 2 parts • 1 in stock • 1 on request')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Brakes parts for 2015 ${make} Roadster`);
  await page.getByRole('button', { name: 'In Stock Only' }).click();
  await expect(names(page)).toHaveText(['Brake Pads']);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(names(page)).toHaveText(['Brake Pads', 'Brake Pads', 'Brake Rotor']);
  await expect(page).toHaveURL(address);
});

test('a change of the sheet, chips and the view work without scripts @long', async ({
  browser,
  make,
  stock,
}) => {
  await stock(parts);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: process.env.SHOP_URL ?? '',
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(`/junkyard?${new URLSearchParams({ make, sort: 'name' })}`);
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await choice(page, 'Availability', /In stock/).check();
  await rail(page).getByLabel('From', { exact: true }).fill('50');
  await rail(page).getByRole('button', { name: /^Show/ }).click();
  await expect(names(page)).toHaveText(['Brake Rotor', 'Muffler']);
  await page.getByRole('link', { name: 'List' }).click();
  await page.getByRole('link', { name: 'From $50: remove filter' }).click();
  await expect(names(page)).toHaveText(['Brake Pads', 'Brake Rotor', 'Muffler']);
  expect(await card(page, 'Muffler').evaluate((row) => row.getBoundingClientRect().height)).toBeLessThan(90);

  await page.setViewportSize({ width: 1280, height: 900 });
  await choice(page, 'New or used', /New parts/).check();
  await rail(page).getByRole('button', { name: /^Show/ }).click();
  await expect(names(page)).toHaveText(['Brake Pads']);
  await context.close();
});
