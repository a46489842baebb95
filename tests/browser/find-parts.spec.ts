import { results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const brakes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    part_name: `Brake Pads ${String(index + 1).padStart(3, '0')}`,
    vehicle_year: 2015,
    price: 200 - index,
    stock_quantity: index % 2,
  }));

test('a shopper chooses a vehicle by keyboard alone and finds its parts', async ({ page, make, stock }) => {
  await stock([
    ...brakes(3),
    { part_name: 'Muffler', category: 'Exhaust', vehicle_year: 2015 },
    { part_name: 'Grille', category: 'Body', vehicle_year: 2016 },
  ]);
  await page.goto('/');
  const find = page.getByRole('button', { name: 'Find Parts' });
  await expect(find).toBeDisabled();
  await expect(page.getByLabel('Model')).toBeDisabled();
  await expect(page.getByLabel('Year')).toBeDisabled();
  await expect(page.getByLabel('Category')).toBeDisabled();

  await page.getByLabel('Make').focus();
  await page.keyboard.type(make.slice(0, -1).toLowerCase());
  await page.keyboard.type(make.slice(-1));
  await expect(page.getByRole('option', { name: make, exact: true })).toBeVisible();
  await expect(page.locator('[role=option][data-highlighted]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Make')).toHaveValue(make);
  await expect(page).toHaveURL(/make=/);
  await expect(page.getByText('Searching for:')).toContainText(make);

  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Model')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Roadster' })).toBeVisible();
  await expect(page.locator('[role=option][data-highlighted]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Model')).toHaveValue('Roadster');
  await expect(page).toHaveURL(/model=/);

  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option')).toHaveText(['2016', '2015']);
  await page.keyboard.type('2015');
  await expect(page.getByRole('option')).toHaveText(['2015']);
  await expect(page.locator('[role=option][data-highlighted]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Year')).toHaveValue('2015');
  await expect(page).toHaveURL(/year=/);

  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /^Body/ })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.type('brakes');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.locator('[role=option][data-highlighted]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Searching for:')).toContainText(`2015 ${make} Roadster Brakes`);

  await page.keyboard.press('Tab');
  await expect(find).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Brakes parts for 2015 ${make} Roadster`);
  await expect(page.getByRole('main').getByText('Found 3 parts • 1 in stock • 2 on request')).toBeVisible();
});

test('a shopper whose car comes with several engines chooses one by keyboard', async ({
  page,
  make,
  stock,
}) => {
  const part = (vehicle_engine: string | null) => ({
    vehicle_year: 2015,
    category: 'Engine',
    vehicle_engine,
  });
  await stock([
    { part_name: 'Starter of 1.8', ...part('1.8L I4') },
    { part_name: 'Starter of 2.0', ...part('2.0L I4') },
    { part_name: 'Belt', ...part(null) },
    { part_name: 'Hood', vehicle_year: 2016, vehicle_engine: '1.8L I4' },
  ]);
  const address = (year: string) => `/?${new URLSearchParams({ make, model: 'Roadster', year })}`;
  // A car with one engine has no such step.
  await page.goto(address('2016'));
  await expect(page.getByLabel('Year')).toHaveValue('2016');
  await expect(page.getByLabel('Engine (optional)')).toHaveCount(0);

  await page.goto(address('2015'));
  await expect(page.getByRole('combobox', { name: 'Category' })).toBeEditable();
  await page.getByLabel('Year').focus();
  await page.keyboard.press('Tab');
  const engine = page.getByLabel('Engine (optional)');
  await expect(engine).toBeFocused();
  await expect(engine.locator('option')).toHaveText(['Any engine', '1.8L 4-cylinder', '2.0L 4-cylinder']);
  await expect(engine).toHaveValue('');
  await page.keyboard.press('ArrowDown');
  await expect(engine).toHaveValue('1.8L 4-cylinder');
  await page.keyboard.press('Tab');
  await page.keyboard.type('engine');
  await expect(page.locator('[role=option][data-highlighted]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Find Parts' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Engine parts for 2015 ${make} Roadster`);
  await expect(page).toHaveURL(/engine=1\.8L/);
  await expect(page.getByRole('main').getByText('Found 2 parts')).toBeVisible();
  await expect(page.locator('.part-name')).toHaveText(['Starter of 1.8', 'Belt']);
  await expect(page.getByRole('heading', { name: 'Engine not listed: check yours' })).toBeVisible();
  // The garage has the car with its engine.
  await page.goto('/garage');
  await expect(page.getByText('1.8L 4-cylinder')).toBeVisible();
});

test('typing before the next list has loaded selects from it once it has @long', async ({
  page,
  make,
  stock,
}) => {
  await stock(brakes(1));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\.data\?.*make=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await page.getByLabel('Make').click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type(make);
  await expect(page.locator('[role=option][data-highlighted]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Model')).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Model')).toBeFocused();
  await page.keyboard.type('road');
  await expect(page.getByText('Loading...')).toBeVisible();
  await page.keyboard.press('Enter');
  letGo();
  await expect(page.getByLabel('Model')).toHaveValue('Roadster');
  await expect(page).toHaveURL(/model=Roadster/);
});

test('changing a choice clears the later ones; a list is at most 300 px high, and can be searched', async ({
  page,
  make,
  stock,
}) => {
  await stock([{ vehicle_year: 2015 }, { vehicle_year: 2018, vehicle_model: 'Coupe' }]);
  await page.goto(`/?${new URLSearchParams({ make, model: 'Roadster', year: '2015' })}`);
  await expect(page.getByLabel('Year')).toHaveValue('2015');
  await expect(page.getByLabel('Category')).toBeEnabled();

  await page.getByLabel('Model').click();
  await page.getByRole('option', { name: 'Coupe' }).click();
  await expect(page.getByLabel('Model')).toHaveValue('Coupe');
  await expect(page.getByLabel('Year')).toHaveValue('');
  await expect(page.getByLabel('Category')).toBeDisabled();

  await page.getByLabel('Make').click();
  // The list of years was open, and closes.
  const list = page
    .getByRole('listbox')
    .filter({ has: page.getByRole('option', { name: 'Honda', exact: true }) });
  await expect(list).toBeVisible();
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300);
  await page.getByLabel('Make').fill('no such make');
  await expect(page.getByText('No make found')).toBeVisible();
});

test('results are filtered and sorted, with all state in the address', async ({ page, make, stock }) => {
  await stock([
    { part_name: 'Alpha', price: 30, stock_quantity: 1 },
    { part_name: 'Bravo', price: 10, stock_quantity: 0 },
    { part_name: 'Charlie', price: 20, stock_quantity: 6 },
  ]);
  const names = page.getByRole('main').getByRole('listitem').getByRole('heading');
  await page.goto(`${results(make)}&sort=name`);
  await expect(names).toHaveText(['Alpha', 'Bravo', 'Charlie']);

  await page.getByLabel('Sort by').selectOption('Price Low to High');
  await expect(names).toHaveText(['Bravo', 'Charlie', 'Alpha']);
  await page.getByRole('button', { name: 'In Stock Only' }).click();
  await expect(names).toHaveText(['Charlie', 'Alpha']);
  await page.getByLabel('Sort by').selectOption('Price High to Low');
  await expect(names).toHaveText(['Alpha', 'Charlie']);
  expect(new URL(page.url()).search).toContain('in_stock=1&sort=price_desc');

  await page.reload();
  await expect(names).toHaveText(['Alpha', 'Charlie']);
  await page.goBack();
  await expect(names).toHaveText(['Charlie', 'Alpha']);
  await expect(page.getByLabel('Sort by')).toHaveValue('price_asc');
  await page.goForward();
  await expect(names).toHaveText(['Alpha', 'Charlie']);

  await page.getByRole('link', { name: 'Back to Search' }).click();
  await expect(page.getByRole('button', { name: 'Find Parts' })).toBeVisible();
  await expect(page.getByLabel('Year')).toHaveValue('2015');
});

test('six cards of the results fit a screen of 1280 x 800, below one row of filters, order and view', async ({
  page,
  make,
  stock,
}) => {
  await stock(
    Array.from({ length: 9 }, (_, index) => ({
      part_name: `Front Passenger Side Brake Caliper ${index}`,
      price: 1_030,
      stock_quantity: 1,
      origin: 'used',
      mileage: 84_000,
      brand: 'Cardone',
      oem_number: '45019-TR3-A78',
      part_type: 'Very Good',
      warranty: '90 days',
      description:
        'Pulled from a 2015 Honda Civic with 84,000 miles. Close to minimum thickness, priced accordingly.',
    })),
  );
  await page.addInitScript(
    (vehicle) => localStorage.setItem('garage', JSON.stringify({ vehicles: [vehicle], active: 'a' })),
    { id: 'a', year: 2015, make, model: 'Roadster', details: '', vinEnd: '' },
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(results(make));
  const sort = page.getByLabel('Sort by');
  await expect(sort.getByRole('option')).toHaveText([
    'Best match',
    'Name',
    'Price Low to High',
    'Price High to Low',
    'Newest',
    'Mileage Low to High',
  ]);
  const controls = [
    page.getByRole('button', { name: 'In Stock Only' }),
    page.getByRole('button', { name: 'Only parts that fit' }),
    sort,
    page.getByRole('group', { name: 'View' }),
  ];
  const middles = await Promise.all(
    controls.map(async (control) => {
      const { y = 0, height = 0 } = (await control.boundingBox()) ?? {};
      return Math.round(y + height / 2);
    }),
  );
  expect(new Set(middles).size).toBe(1);
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards.first()).toContainText('Fits your Roadster');
  const bottoms = await cards.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= 800)).toHaveLength(6);
});

test('the first Add to Cart is a few tab stops away', async ({ page, make, stock }) => {
  await stock([{ part_name: 'Alpha' }, { part_name: 'Bravo' }]);
  await page.goto(`${results(make)}&sort=name`);
  const add = page.getByRole('button', { name: /^Add to Cart: .* Alpha$/ });
  await expect(add).toBeEnabled();
  for (const link of ['Skip to content', 'Skip to results']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: link })).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Alpha' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(add).toBeFocused();
});

test('Load More brings 24 more at a time, until there are no more', async ({ page, make, stock }) => {
  await stock(brakes(60));
  await page.goto(`${results(make)}&sort=name`);
  const cards = page.getByRole('main').getByRole('listitem');
  const more = page.getByRole('link', { name: 'Load More' });
  await expect(cards).toHaveCount(24);
  await more.click();
  await expect(cards).toHaveCount(48);
  await page.reload();
  await expect(cards).toHaveCount(48);
  await more.click();
  await expect(cards).toHaveCount(60);
  await expect(cards.last()).toContainText('Brake Pads 060');
  await expect(more).toHaveCount(0);
});

test("a picture that can't be loaded is replaced by the placeholder, a missing one by a drawing", async ({
  page,
  make,
  stock,
}) => {
  await stock([
    { part_name: 'Rotor', image_url: '/no/such/picture.svg' },
    { part_name: 'Sensor', image_url: null },
  ]);
  await page.goto(results(make));
  for (const [name, src] of [
    ['Rotor', '/placeholder.svg'],
    ['Sensor', '/drawings/part.svg?name=Sensor&condition=Good'],
  ] as const) {
    const picture = page.getByRole('listitem').filter({ hasText: name }).locator('img');
    await expect(picture).toHaveAttribute('src', src);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
});
