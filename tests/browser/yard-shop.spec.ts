import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from '../support/admin-story.ts';
import { main } from '../support/screens.ts';

const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

test('a car is photographed on a phone, and a shopper finds it, its part, and asks for another one', async ({
  page,
  signIn,
  owner,
  make,
  stock,
  expectAccessible,
}) => {
  const car = randomUUID();
  const [part] = await stock([{ part_name: 'Hood', vehicle_model: 'Roadster' }]);
  await owner.query(
    `insert into yard_vehicles (id, stock_number, no_vin_reason, year, make, model, color, yard_row)
     values ($1, $2, 'Burnt', 2012, $3, 'Roadster', 'Silver', 'R12')`,
    [car, car.slice(0, 8), make],
  );
  await owner.query(
    `insert into part_private_facts (part_id, donor_stock_number) values ($1, $2)
     on conflict (part_id) do update set donor_stock_number = excluded.donor_stock_number`,
    [part, car.slice(0, 8)],
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await page.goto(`/admin/vehicles/${car}`);
  const pictures = main(page).getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await main(page)
    .getByLabel('Add pictures')
    .setInputFiles([await photo('one.jpg', 'red'), await photo('two.jpg', 'green')]);
  await expect(pictures.getByRole('button', { name: /Remove/ })).toHaveCount(2);
  await main(page).getByLabel('Description of picture 2').fill('Left side');
  await main(page).getByRole('button', { name: 'Move picture 2 left' }).press('Enter');
  await expect(main(page).getByText('2 of 12.')).toContainText('Pictures are saved.');
  await main(page).getByLabel('Shown to shoppers').check();
  await main(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main(page).getByRole('link', { name: 'Shoppers see it' })).toBeVisible();
  await expectAccessible(page, 'main');

  await page.goto('/yard');
  const filters = main(page).getByRole('form', { name: 'Filters' });
  await filters.getByLabel('Make').selectOption(make);
  await filters.getByLabel('Model').selectOption('Roadster');
  await expect(page).toHaveURL(`/yard?${new URLSearchParams({ make, model: 'Roadster' })}`);
  await expect(main(page).getByText('1 car found')).toBeVisible();
  await expectAccessible(page, 'main');
  await main(page)
    .getByRole('link', { name: `2012 ${make} Roadster` })
    .click();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(`2012 ${make} Roadster`);
  await expect(main(page).getByRole('img', { name: 'Left side' })).toBeVisible();
  await expectAccessible(page, 'main');
  await main(page).getByRole('link', { name: /^Hood/ }).click();
  // The pictures of the car have links too.
  await main(page)
    .getByRole('link', { name: `2012 ${make} Roadster`, exact: true })
    .click();
  await main(page).getByRole('link', { name: 'Ask for a part from this car' }).click();
  await expect(main(page).getByLabel('Make')).toHaveValue(make);
  await expect(main(page).getByLabel('Detailed Description')).toHaveValue(new RegExp(car));
  await owner.query('delete from yard_vehicles where id = $1', [car]);
});

test('a shopper asks for mail when a car comes in, confirms it, and stops it', async ({
  page,
  owner,
  make,
  expectAccessible,
}) => {
  const email = `dana-${randomUUID()}@example.com`;
  await page.goto(`/yard?${new URLSearchParams({ make, model: 'Roadster' })}`);
  const form = main(page).getByRole('region', { name: 'Email me when a car like mine comes in' });
  await expect(form.getByLabel('Make')).toHaveValue(make);
  await form.getByLabel('From year').fill('2012');
  await form.getByLabel('To year').fill('2010');
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Email Me' }).click();
  await expect(form.getByLabel('To year')).toBeFocused();
  await expect(form.getByText('This is before the first year')).toBeVisible();
  await expectAccessible(page, 'main');
  await form.getByLabel('To year').fill('2015');
  await form.getByRole('button', { name: 'Email Me' }).press('Enter');
  await expect(form.getByText('Please check your email')).toBeVisible();
  const { rows } = await owner.query('select body from mails where recipient = $1', [email]);
  await page.goto(/\/car-emails\?token=[\w-]{43}/.exec(rows[0].body)?.[0] ?? '');
  await expect(main(page).getByText(`${make} Roadster, 2012 to 2015`)).toBeVisible();
  await expectAccessible(page, 'main');
  await main(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText("You're on the list");
  await main(page).getByRole('button', { name: 'Stop this email' }).click();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Emails about cars stopped');
});

test('a shopper sees that a part waits for the paper of its car, also in the cart', async ({
  page,
  owner,
  make,
  stock,
  expectAccessible,
}) => {
  const [part] = await stock([{ part_name: 'Hood', stock_quantity: 1 }]);
  const number = randomUUID().slice(0, 8);
  await owner.query(
    `insert into yard_vehicles (stock_number, no_vin_reason, make, title_kind) values ($1, 'Burnt', $2, 'clean')`,
    [number, make],
  );
  await owner.query(
    `insert into part_private_facts (part_id, donor_stock_number, yard_state) values ($1, $2, 'on_car')`,
    [part, number],
  );
  // The job notes the same, within a minute.
  await owner.query('insert into part_ready_days (part_id) values ($1) on conflict do nothing', [part]);
  await page.goto(`/part/${part}`);
  await expect(main(page).getByText("Ready when the car's papers are done")).toBeVisible();
  await expectAccessible(page, 'main');
  await main(page).getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.goto('/cart');
  const line = main(page).getByRole('listitem').filter({ hasText: 'Hood' });
  await expect(line.getByText("Ready when the car's papers are done")).toBeVisible();
  await expectAccessible(page, 'main');
});
