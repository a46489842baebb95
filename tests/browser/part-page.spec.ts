import { results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

const pads = {
  part_name: 'Front Brake Pads',
  oem_number: '45022-TR3-A01',
  brand: 'Akebono',
  part_type: 'New',
  price: 64.5,
  stock_quantity: 2,
  vehicle_year: 2015,
  image_url: '/parts/brake-pads.svg',
};

test('from the results to the page of a part, and into the cart', async ({ page, make, stock }) => {
  await stock([pads, { ...pads, part_name: 'Rear Brake Rotor', oem_number: null, image_url: null }]);
  await page.goto(results(make));
  const card = page.getByRole('listitem').filter({ hasText: 'Front Brake Pads' });

  // The link covers the picture, but not the buttons.
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(card.getByRole('link')).toHaveCount(1);
  // The next page is prefetched.
  const prefetched = page.waitForRequest(
    (request) => /\/part\/[^/]*\.data/.test(request.url()) && request.headers()['sec-purpose'] === 'prefetch',
  );
  await card.locator('img').hover({ force: true });
  await prefetched;
  await card.locator('img').click({ force: true });

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Front Brake Pads');
  await expect(page).toHaveTitle(
    `Front Brake Pads for 2015 ${make} Roadster (New, 45022-TR3-A01) | Partyard`,
  );
  const facts = page.getByRole('main');
  await expect(facts).toContainText('45022-TR3-A01');
  await expect(facts).toContainText('Akebono');
  await expect(facts).toContainText('$64.50');
  await expect(facts).toContainText('In Stock: 2');
  await expect(facts).toContainText('Never installed');
  await expect(facts).toContainText('Aftermarket part: 12 to 24 months');
  await expect(
    page.getByRole('heading', { name: `Other parts for the 2015 ${make} Roadster` }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();

  await page.getByRole('link', { name: /Rear Brake Rotor/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rear Brake Rotor');
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('main')).toContainText('Rear Brake Rotor');

  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Brakes' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Brakes parts for 2015 ${make} Roadster`);
});

test('a sold-out part can be requested', async ({ page, stock }) => {
  const [id] = await stock([{ ...pads, stock_quantity: 0, price: null }]);
  await page.goto(`/part/${id}`);
  await expect(page.getByRole('main')).toContainText('Price on request');
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Request Part' })).toHaveAttribute(
    'href',
    /^\/request\?.*part=Front\+Brake\+Pads/,
  );
});

test('the page compares the offers of the same OEM number', async ({ page, make, stock }) => {
  const oem_number = `${make}-1`;
  const [id] = await stock([
    { ...pads, oem_number },
    { ...pads, oem_number: oem_number.toLowerCase().replaceAll('-', '.'), vehicle_year: 2016 },
  ]);
  await page.goto(`/part/${id}`);
  await expect(page.getByRole('heading', { name: '1 more with this number, from $64.50' })).toBeVisible();
  const offers = page.getByRole('table', { name: 'Other parts with the same number' });
  await expect(offers).toContainText(`2016 ${make} Roadster`);
  await offers.getByRole('link', { name: 'Front Brake Pads' }).click();
  await expect(page).toHaveTitle(/^Front Brake Pads for 2016 .* Roadster \(New, .*\) \| Partyard$/);
});

test('a deleted part shows similar parts, and a link to request it', async ({ page, stock }) => {
  await stock([{ ...pads, part_name: 'Zebrawood Knob' }]);
  await page.goto(`/part/zebrawood-knob-1999-unknownId-${unknownId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This part is no longer available');
  await page.getByRole('link', { name: /Zebrawood Knob/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zebrawood Knob');
});

test('links lead from the footer to the parts of a vehicle', async ({ page, make, stock }) => {
  const model = 'C/K 100% "Ute" – é';
  await stock([
    { ...pads, vehicle_model: model },
    { ...pads, vehicle_model: model, part_name: 'Rotor' },
    { ...pads, vehicle_model: model, vehicle_year: 2016, oem_number: null },
  ]);
  const main = page.getByRole('main');
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Parts by vehicle' }).click();
  await expect(title).toHaveText('Parts by vehicle');
  await main.getByRole('link', { name: `${make} 3 parts` }).click();
  await expect(title).toHaveText(`${make} parts`);
  await main.getByRole('link', { name: `${model} 3 parts` }).click();
  await expect(title).toHaveText(`${make} ${model} parts`);
  await expect(main.getByRole('link', { name: /parts?$/ })).toHaveText(['2016 1 part', '2015 2 parts']);
  await main.getByRole('link', { name: '2015 2 parts' }).click();
  await expect(title).toHaveText(`2015 ${make} ${model} parts`);

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: model }).click();
  await expect(title).toHaveText(`${make} ${model} parts`);
  await main.getByRole('link', { name: '2015 2 parts' }).click();

  await main.getByRole('link', { name: 'Brakes 2 parts' }).click();
  await expect(title).toHaveText(`Brakes parts for 2015 ${make} ${model}`);
  await main.getByRole('link', { name: 'Front Brake Pads' }).click();
  await expect(title).toHaveText('Front Brake Pads');
  await expect(main).toContainText('$64.50');
  await main.getByRole('link', { name: /^Rotor/ }).click();
  await expect(title).toHaveText('Rotor');
});

test('accessible in light and dark mode, without horizontal scrolling', async ({
  page,
  stock,
  expectAccessible,
}) => {
  const long = 'Electrohydraulicpowersteeringpumpreservoir'.repeat(2);
  const [usual, odd] = await stock([
    { ...pads, description: 'Ceramic.\nWith shims.' },
    { ...pads, part_name: long, oem_number: long, brand: long, category: long, price: null },
    { ...pads, part_name: 'Rotor', vehicle_year: 2016 },
    { ...pads, part_name: 'Hose' },
  ]);
  for (const address of [usual, odd, unknownId].map((id) => `/part/brake-${id}`)) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [colorScheme, width] of [
      ['light', 360],
      ['dark', 1280],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});

test('metadata of a page is removed on navigation', async ({ page, make, stock }) => {
  const [id] = await stock([pads, { ...pads, part_name: 'Rear Brake Rotor' }]);
  await page.goto(`/part/${id}`);
  const canonical = page.locator('link[rel=canonical]');
  const data = page.locator('script[type="application/ld+json"]');
  await expect(canonical).toHaveAttribute('href', page.url());
  expect(await data.textContent()).toContain('45022-TR3-A01');

  // The page is hydrated, and has kept them.
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(data).toHaveCount(1);

  await page.getByRole('link', { name: /Rear Brake Rotor/ }).click();
  await expect(page).toHaveTitle(
    `Rear Brake Rotor for 2015 ${make} Roadster (New, 45022-TR3-A01) | Partyard`,
  );
  await expect(canonical).toHaveCount(0);
  await expect(data).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveTitle(/^Front Brake Pads/);
  await page.reload();
  await expect(canonical).toHaveAttribute('href', page.url());
});
