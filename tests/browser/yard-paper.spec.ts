import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/admin-story.ts';
import { main } from '../support/screens.ts';

test('the owner notes the paper of a car by keyboard, and then lets it be dismantled earlier', async ({
  page,
  signIn,
  owner,
  expectAccessibleEverywhere,
}) => {
  const car = randomUUID();
  const stockNumber = `Y-${car.slice(0, 8)}`;
  await owner.query(
    `insert into yard_vehicles (id, stock_number, no_vin_reason, make, model, title_kind, possession_on)
     values ($1, $2, 'Burnt', 'Honda', 'Civic', 'clean', current_date - 3)`,
    [car, stockNumber],
  );
  await signIn();
  await page.goto('/admin/vehicles');
  await main(page)
    .getByRole('link', { name: /^Paper due/ })
    .click();
  await expect(page).toHaveURL(/view=paper/);
  await main(page).getByLabel('Search cars').fill(stockNumber);
  await main(page).getByLabel('Search cars').press('Enter');
  await expect(page).toHaveURL(/view=paper.*q=|q=.*view=paper/);
  await main(page).getByRole('link', { name: stockNumber }).first().click();
  const paper = main(page).getByRole('region', { name: 'Paper' });
  await expect(paper).toContainText('The notice was not mailed');

  await paper.getByRole('button', { name: 'Change paper…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Paper' });
  await dialog.getByLabel('Notice of acquisition').selectOption('Not required');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Why it is required or not')).toBeFocused();
  await expect(dialog).toContainText('Please enter why no notice is required');
  await expectAccessibleEverywhere(page, '[role=dialog]');
  await dialog.getByLabel('Notice of acquisition').selectOption('As the title says');
  const { rows } = await owner.query(`select to_char(current_date - 1, 'YYYY-MM-DD') as day`);
  await dialog.getByLabel('Notice mailed on').fill(rows[0].day);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(paper.getByRole('button', { name: 'Change paper…' })).toBeFocused();
  await expect(paper).toContainText('May be dismantled from');

  await paper.getByRole('button', { name: 'Note a removal…' }).click();
  const removal = page.getByRole('dialog', { name: 'Removed for safekeeping' });
  await removal.getByLabel('Part').fill('Stereo');
  await removal.getByLabel('Removed on').fill(rows[0].day);
  await removal.getByLabel('Why').fill('The window is open');
  await removal.getByLabel('Kept at').fill('Shelf 4');
  await removal.getByRole('button', { name: 'Note the removal' }).click();
  await expect(paper.getByRole('list', { name: 'Removed for safekeeping' })).toContainText(
    'Stereo, kept at Shelf 4',
  );
  await expectAccessibleEverywhere(page, 'main');

  await paper.getByRole('button', { name: 'Allow dismantling now…' }).click();
  const allow = page.getByRole('dialog', { name: 'Allow dismantling now?' });
  await allow.getByLabel('Reason').fill('City abatement');
  await allow.getByRole('button', { name: 'Allow dismantling' }).click();
  await expect(paper).toContainText('An admin has allowed it: City abatement');
  await paper.getByRole('button', { name: 'Take back the override' }).click();
  await expect(paper).toContainText('May be dismantled from');
  await expect(paper.getByRole('heading', { name: 'Paper' })).toBeFocused();

  await paper.getByRole('link', { name: 'Worksheet' }).click();
  await expect(page.getByRole('heading', { name: `Worksheet for REG 42: ${stockNumber}` })).toBeVisible();
  await owner.query('delete from yard_vehicles where id = $1', [car]);
});

test('the owner enters a converter of a car and sells it', async ({
  page,
  signIn,
  owner,
  expectAccessibleEverywhere,
}) => {
  const car = randomUUID();
  await owner.query(
    `insert into yard_vehicles (id, stock_number, no_vin_reason, make, model)
     values ($1::uuid, left($1::text, 13), 'Burnt', 'Honda', 'Civic')`,
    [car],
  );
  await signIn();
  await page.goto(`/admin/vehicles/${car}`);
  const converters = main(page).getByRole('region', { name: 'Catalytic converters' });
  await converters.getByRole('button', { name: 'Add a converter…' }).press('Enter');
  const adding = page.getByRole('dialog', { name: 'Add a catalytic converter' });
  await adding.getByLabel('Serial').fill('GD3');
  await adding.getByRole('button', { name: 'Add converter' }).click();
  await expect(adding).toContainText('Please enter who removed it');
  await adding.getByLabel('Removed on').fill('2026-11-10');
  await adding.getByLabel('Removed by').fill('Sam');
  await adding.getByRole('button', { name: 'Add converter' }).click();
  await expect(converters.getByRole('listitem')).toContainText('1 converter, serial GD3');
  await converters.getByRole('button', { name: /^Note the sale…/ }).click();
  const sale = page.getByRole('dialog', { name: 'Note the sale' });
  await sale.getByLabel('Buyer', { exact: true }).fill('Core Co');
  await sale.getByLabel('Sold on').fill('2026-11-12');
  await sale.getByLabel('Amount').fill('450');
  await sale.getByLabel('Paid by').selectOption('Check');
  await sale.getByLabel('Number of the payment').fill('1042');
  await expectAccessibleEverywhere(page, '[role=dialog]');
  await sale.getByRole('button', { name: 'Note the sale' }).click();
  await expect(converters).toContainText('The converters of this car were sold for $450.00.');
  await expect(converters).toContainText('no copy of the title given');
  await page.goto('/admin/vehicles/converters?view=sold');
  await expect(main(page).getByRole('table', { name: 'Converters' })).toContainText('GD3');
  await expectAccessibleEverywhere(page, 'main');
  await owner.query('delete from yard_vehicles where id = $1', [car]);
});

test('the owner changes a rule of law, and resets it', async ({
  page,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn();
  await page.goto('/admin/settings/yard');
  await expectAccessibleEverywhere(page, 'main');
  const change = main(page).getByRole('button', { name: 'Change: Wait after mailing the notice' });
  await change.filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Wait after mailing the notice' });
  await dialog.getByLabel('Value').fill('11');
  await dialog.getByLabel('Source').fill('Our lawyer');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  const rules = main(page).getByRole('table', { name: 'Rules of law' });
  await expect(rules.getByRole('row', { name: /^Wait after mailing/ })).toContainText('11 daysOur lawyer');
  await rules.getByRole('button', { name: /^Reset.*Wait after mailing/ }).click();
  await expect(rules.getByRole('row', { name: /^Wait after mailing/ })).toContainText('10 days');
});
