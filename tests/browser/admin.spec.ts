import type { Locator, Page } from '../../tools/browser/playwright.ts';
import { toast, panelEntry, main } from '../support/screens.ts';
import { expect, test } from '../support/admin-story.ts';
import { listEntries } from '#desk/frame/panel-entries.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const phone = { width: 360, height: 740 };
/** Nothing in the dialog is wider than the screen. */
async function expectWithin(page: Page, shown: Locator) {
  const { width } = page.viewportSize() ?? { width: 0 };
  const edges = await shown
    .locator('input:visible, textarea:visible, button:visible')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().right));
  expect(Math.max(...edges)).toBeLessThanOrEqual(width);
}
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search parts' });

test('a part is added with a picture', async ({ page, signIn, owner, make, expectAccessible }) => {
  await signIn();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Panel');
  await expect(page.getByText('Manage parts catalog, categories, pricing, and security')).toBeVisible();
  const labels = listEntries('admin').map(({ label }) => label);
  const sideBar = page.getByRole('navigation', { name: 'Admin Panel' });
  await expect(sideBar.getByRole('link')).toHaveText(labels.map((label) => new RegExp(`^${label}`)));
  const specified = ['Parts Catalog', 'Conditions', 'Categories', 'User Analytics', 'Security'];
  expect(labels.filter((label) => specified.includes(label))).toEqual(specified);
  await expect(main(page).getByRole('term')).toHaveText([
    'Total Parts',
    'Categories',
    'With Prices',
    'Out of Stock',
    'Low Stock',
  ]);

  await page.getByRole('button', { name: 'Add Part' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Add New Part');
  await expect(field(page, 'Part Name *')).toBeFocused();
  await expect(page.getByPlaceholder('0 = Out of Stock')).toBeVisible();
  await expect(
    page.getByText('Enter 0 for out of stock items - condition will be set automatically'),
  ).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  const save = dialog(page).getByRole('button', { name: 'Add Part' });
  await save.click();
  await expect(page.getByText('Part name is required')).toBeVisible();
  await expect(page.getByText('Category is required')).toBeVisible();

  await field(page, 'Part Name *').fill('Left-Handed Horn');
  await field(page, 'Category *').selectOption('+ Add New Category');
  await field(page, 'New Category Name *').fill('   ');
  await save.click();
  await expect(toast(page, 'Please select a category or enter a new category name')).toBeVisible();
  await field(page, 'New Category Name *').fill(` Horns of ${make} `);
  await field(page, 'Vehicle Make').fill(make);
  await field(page, 'Vehicle Year').fill('2015');
  await field(page, 'Price ($)').fill('12.5');
  await field(page, 'Stock Quantity').fill('0');

  await field(page, 'Image URL').fill('/no-such-horn.png');
  await field(page, 'Or upload pictures').setInputFiles({
    name: 'horn.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg onload="alert(1)"/>'),
  });
  await expect(field(page, 'Image URL')).toHaveValue('');
  await expect(page.getByText('Only PNG, JPG and WEBP pictures can be uploaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await field(page, 'Or upload pictures').setInputFiles({
    name: 'horn.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 60 } }),
  });
  await expect(page.getByText('Image selected')).toBeVisible();
  await expect(page.getByText('Pictures are saved.')).toBeVisible();
  await expect(field(page, 'Image URL')).toBeDisabled();
  await save.click();
  await expect(toast(page, 'Part added successfully')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Add New Part' })).toHaveCount(0);

  const { rows } = await owner.query(
    'select image_url, part_type from parts_catalog where vehicle_make = $1',
    [make],
  );
  expect(rows).toEqual([
    {
      image_url: expect.stringMatching(/^\/files\/pictures\/[\da-f]{32}-1600\.webp$/),
      part_type: 'Out of Stock',
    },
  ]);
});

test('parts are searched and sorted, columns are chosen, and a part is changed and deleted on a phone', async ({
  page,
  signIn,
  stock,
  make,
  owner,
  expectAccessible,
}) => {
  await stock([
    {
      part_name: 'Left-Handed Horn',
      category: `Horns of ${make}`,
      vehicle_model: null,
      part_type: 'Out of Stock',
      price: 12.5,
      stock_quantity: 0,
      image_url: '/placeholder.svg',
    },
  ]);
  await signIn();
  await page.goto('/admin');
  await searchBox(page).pressSequentially(`horns of ${make.toLowerCase()} 2015`);
  await expect(page.getByText('1 part', { exact: true })).toBeVisible();
  const row = page.getByRole('table', { name: 'Parts' }).getByRole('row').nth(1);
  await expect(row.getByRole('rowheader')).toHaveText('Left-Handed Horn');
  await expect(row.getByRole('cell')).toHaveText([
    'Select Left-Handed Horn',
    `Horns of ${make}`,
    '',
    `${make} 2015`,
    'Out of Stock',
    '$12.50',
    '0Out',
    'Has an image',
    '',
  ]);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Brand' }).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Select all parts on this page',
    'Part Name',
    'Category',
    'Vehicle',
    'Condition',
    'Price',
    'Stock',
    'Image',
    'Actions',
  ]);
  await page.getByRole('link', { name: 'Price' }).click();
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(searchBox(page)).toHaveValue(/^horns of/);

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Edit Left-Handed Horn' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Edit Part');
  await expect(field(page, 'Image URL')).toHaveValue('/placeholder.svg');
  await field(page, 'OEM Number').fill('38100-TR0-A01');
  await field(page, 'Vehicle Engine').fill('1.8L');
  await field(page, 'Stock Quantity').fill('7');

  // The vehicles that it fits.
  const fits = dialog(page).getByRole('group', { name: 'Also Fits' });
  await dialog(page).getByText('Fitment: nothing set').click();
  await fits.getByRole('button', { name: 'Add vehicle' }).click();
  await expect(fits.getByLabel('Make')).toBeFocused();
  await fits.getByLabel('Make').fill('Honda');
  await fits.getByLabel('Model').fill('Civic');
  await fits.getByLabel('From year').fill('2011');
  await fits.getByLabel('To year').fill('2006');
  await fits.getByLabel('To year').press('Enter');
  await expect(fits.getByText('Enter 2011 or a later year')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await expectWithin(page, fits);
  await fits.getByLabel('From year').fill('2001');
  await fits.getByRole('button', { name: 'Add to the list' }).click();
  await expect(fits.getByRole('button', { name: 'Add vehicle' })).toBeFocused();
  await expect(fits.getByRole('listitem')).toContainText('2001-2006 Honda Civic');
  await fits.getByRole('button', { name: 'Paste a list' }).click();
  await fits.getByRole('textbox').fill(`2012-2015 Acura ILX, 2.0L\n${'x'.repeat(60)}`);
  await expectWithin(page, fits);
  await fits.getByRole('textbox').fill('2012-2015 Acura ILX, 2.0L');
  await fits.getByRole('button', { name: /^Add/ }).click();
  await expect(fits.getByRole('listitem')).toHaveCount(2);
  await expectWithin(page, fits);
  await dialog(page).getByRole('button', { name: 'Update Part' }).click();
  await expect(toast(page, 'Part updated successfully')).toBeVisible();
  const { rows: fitments } = await owner.query(
    'select fitments.make, engine from part_fitments as fitments join parts_catalog as parts on parts.id = part_id where vehicle_make = $1 order by 1',
    [make],
  );
  expect(fitments).toEqual([
    { make: 'Acura', engine: '2.0L' },
    { make: 'Honda', engine: null },
  ]);
  const card = page.getByRole('listitem').filter({ hasText: 'Left-Handed Horn' });
  await expect(card).toContainText('38100-TR0-A01');
  await expect(card).toContainText('1.8L');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole('button', { name: 'Delete Left-Handed Horn' }).click();
  await expect(question(page)).toHaveAccessibleName('Are you sure you want to delete this part?');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Delete Left-Handed Horn' }).click();
  await question(page).getByRole('button', { name: 'Delete part' }).click();
  await expect(toast(page, 'Part deleted successfully')).toBeVisible();
  await expect(page.getByText('No parts found')).toBeVisible();
});

test('two admins change one part: fields are merged, or chosen one by one, and a deletion is told', async ({
  page,
  signIn,
  owner,
  make,
  stock,
  expectAccessible,
}) => {
  const [merged, contested, deleted] = await stock([
    { part_name: 'Horn', price: 40, stock_quantity: 4 },
    { part_name: 'Bell', price: 40, image_url: '/placeholder.svg' },
    { part_name: 'Siren' },
  ]);
  await signIn();
  await page.goto(`/admin?${new URLSearchParams({ q: make })}`);
  const save = dialog(page).getByRole('button', { name: 'Update Part' });

  await test.step('different fields are merged', async () => {
    await page.getByRole('button', { name: 'Edit Horn' }).click();
    await field(page, 'Brand').fill('Denso');
    await field(page, 'Stock Quantity').fill('10');
    await owner.query(
      "update parts_catalog set price = 45, description = 'Loud', stock_quantity = 3 where id = $1",
      [merged],
    );
    await save.click();
    await expect(toast(page, 'Part updated successfully')).toBeVisible();
    await expect(
      toast(page, 'Stock is now 9: it changed from 4 to 3 while you were editing, and you added 6.'),
    ).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Edit Part' })).toHaveCount(0);
    const { rows } = await owner.query(
      'select brand, price, description, stock_quantity from parts_catalog where id = $1',
      [merged],
    );
    expect(rows).toEqual([{ brand: 'Denso', price: '45.00', description: 'Loud', stock_quantity: 9 }]);
  });

  await test.step('conflicts are resolved field by field, and the form keeps its values', async () => {
    await page.getByRole('button', { name: 'Edit Bell' }).click();
    await field(page, 'Brand').fill('Denso');
    await field(page, 'OEM Number').fill('38100');
    await field(page, 'Price ($)').fill('50');
    await field(page, 'Image URL').fill('/favicon.svg');
    await owner.query(
      "update parts_catalog set price = 45, brand = 'Bosch', image_url = null, description = 'Loud' where id = $1",
      [contested],
    );
    await save.click();
    const choice = page.getByRole('dialog', { name: 'Which value should be kept?' });
    await expect(choice.getByRole('group')).toHaveText([
      'BrandMineDensoTheirsBosch',
      'PriceMine$50.00Theirs$45.00',
      'ImageMine/favicon.svgTheirsempty',
    ]);
    await expectAccessible(page, '[role=dialog]');
    // Back to the unchanged form, with focus.
    await page.keyboard.press('Escape');
    await expect(choice).toHaveCount(0);
    await expect(save).toBeFocused();
    await expect(field(page, 'Price ($)')).toHaveValue('50');
    await page.keyboard.press('Enter');

    // By keyboard.
    await expect(choice.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    const brand = choice.getByRole('group', { name: 'Brand' });
    await expect(brand.getByRole('radio', { name: 'Theirs Bosch' })).toBeChecked();
    await choice.getByRole('button', { name: 'Save my version' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Part' })).toHaveCount(0);
    const { rows } = await owner.query(
      'select brand, price, oem_number, description, image_url from parts_catalog where id = $1',
      [contested],
    );
    expect(rows).toEqual([
      { brand: 'Bosch', price: '50.00', oem_number: '38100', description: 'Loud', image_url: '/favicon.svg' },
    ]);
  });

  await test.step('a part that was deleted meanwhile', async () => {
    await page.getByRole('button', { name: 'Edit Siren' }).click();
    await field(page, 'Brand').fill('Denso');
    await owner.query('delete from parts_catalog where id = $1', [deleted]);
    await save.click();
    await expect(dialog(page).getByRole('alert')).toHaveText('Error saving part: it has been deleted');
    await expect(field(page, 'Brand')).toHaveValue('Denso');
  });
});

test('two admins change one condition @long', async ({ page, signIn, owner, make }) => {
  const name = `Rusty ${make}`;
  await owner.query(
    "insert into conditions (name, color_class, sort_order) values ($1, 'bg-red-100 text-red-800', 800)",
    [name],
  );
  await signIn();
  await page.goto('/admin/conditions');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByLabel('Color Classes *').selectOption('Orange (Fair)');
  await page.getByLabel('Sort Order *').fill('801');
  await owner.query('update conditions set sort_order = 802, name = $2 where name = $1', [
    name,
    `${name} again`,
  ]);
  await dialog(page).getByRole('button', { name: 'Update Condition' }).click();
  const choice = page.getByRole('dialog', { name: 'Which value should be kept?' });
  await expect(choice.getByRole('group')).toHaveText(['Sort OrderMine801Theirs802']);
  await choice.getByRole('radio', { name: 'Theirs 802' }).check();
  await choice.getByRole('button', { name: 'Save my version' }).click();
  await expect(toast(page, 'Condition updated successfully')).toBeVisible();
  const { rows } = await owner.query('delete from conditions where name like $1 returning *', [`${name}%`]);
  expect(rows).toMatchObject([
    { name: `${name} again`, color_class: 'bg-orange-100 text-orange-800', sort_order: 802 },
  ]);
});

test('conditions are added, changed, and deleted, with a badge in the chosen color', async ({
  page,
  signIn,
  make,
  expectAccessible,
}) => {
  await signIn();
  const name = `Like New ${make}`;
  await page.goto('/admin');
  await panelEntry(page, 'Conditions').click();
  await expect(page).toHaveURL('/admin/conditions');
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Color Preview', 'Sort Order', 'Actions']);
  await page.getByRole('button', { name: 'Add Condition' }).click();
  await expect(page.getByPlaceholder('e.g., Like New')).toBeFocused();
  await expect(page.getByLabel('Color Classes *')).toHaveValue('bg-gray-100 text-gray-800');
  await expect(page.getByLabel('Color Classes *').getByRole('option')).toHaveText([
    'Green (Excellent)',
    'Blue (Very Good)',
    'Yellow (Good)',
    'Orange (Fair)',
    'Red (Poor)',
    'Gray (Default)',
  ]);
  await expect(page.getByLabel('Sort Order *')).toHaveValue('0');
  await expectAccessible(page, '[role=dialog]');
  const save = dialog(page).getByRole('button', { name: 'Add Condition' });
  await page.getByLabel('Sort Order *').fill('-1');
  await save.click();
  await expect(page.getByText('Condition name is required')).toBeVisible();
  await expect(page.getByText('Sort order must be a positive number')).toBeVisible();
  await page.getByLabel('Condition Name *').fill(name);
  await page.getByLabel('Color Classes *').selectOption('Blue (Very Good)');
  await page.getByLabel('Sort Order *').fill('900');
  await save.click();
  await expect(toast(page, 'Condition added successfully')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: name });
  const badge = row.locator('.badge').filter({ visible: true });
  await expect(badge).toHaveClass(/bg-blue-100 text-blue-800/);

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByLabel('Color Classes *').selectOption('Red (Poor)');
  await dialog(page).getByRole('button', { name: 'Update Condition' }).click();
  await expect(toast(page, 'Condition updated successfully')).toBeVisible();
  await expect(badge).toHaveClass(/bg-red-100 text-red-800/);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(question(page)).toHaveAccessibleName('Are you sure you want to delete this condition?');
  await question(page).getByRole('button', { name: 'Delete condition' }).click();
  await expect(toast(page, 'Condition deleted successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('kinds of parts are added, changed, and deleted', async ({ page, signIn, make, expectAccessible }) => {
  await signIn();
  const name = `Jacks ${make}`;
  await page.goto('/admin');
  await panelEntry(page, 'Kinds').click();
  await expect(page).toHaveURL('/admin/kinds');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Also called',
    'Positions',
    'Yard code',
    'Parts',
    'Actions',
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add kind' }).click();
  await expect(page.getByPlaceholder('e.g., Brake pads')).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  const save = dialog(page).getByRole('button', { name: 'Add kind' });
  await save.click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name *').fill(name);
  await page.getByLabel('Also called').fill('Car Lifter, scissor jack');
  await page.getByLabel('Left and right').selectOption('Yes');
  await page.getByRole('checkbox', { name: 'Rear' }).check();
  await page.getByRole('checkbox', { name: 'Front' }).check();
  await page.getByLabel('Yard code').fill('117');
  await save.click();
  await expect(toast(page, 'Kind added successfully')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByRole('cell')).toHaveText([
    'car lifter, scissor jack',
    'front, rear, left, right',
    '117',
    '0',
    '',
  ]);

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('checkbox', { name: 'Rear' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Rear' }).uncheck();
  await dialog(page).getByRole('button', { name: 'Update kind' }).click();
  await expect(toast(page, 'Kind updated successfully')).toBeVisible();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(question(page)).toHaveAccessibleName(`Delete the kind ${name}?`);
  await question(page).getByRole('button', { name: 'Delete kind' }).click();
  await expect(toast(page, 'Kind deleted successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a form that gets no answer stays with what was typed, and can be sent again', async ({
  unwatchedPage: page,
  signIn,
  owner,
  make,
}) => {
  const name = `Lost ${make}`;
  await signIn();
  await page.goto('/admin/conditions');
  await page.getByRole('button', { name: 'Add Condition' }).click();
  await page.getByLabel('Condition Name *').fill(name);
  const save = dialog(page).getByRole('button', { name: 'Add Condition' });
  const problem = dialog(page).getByRole('alert');
  await page.route('**/admin/conditions.data', (route) => route.abort());
  await save.click();
  await expect(problem).toHaveText('Error saving condition: the connection failed');
  await page.unroute('**/admin/conditions.data');
  await page.route('**/admin/conditions.data', (route) => route.fulfill({ status: 500, body: 'down' }));
  await save.click();
  await expect(problem).toHaveText('Error saving condition: something went wrong');
  await expect(page.getByLabel('Condition Name *')).toHaveValue(name);
  await page.unroute('**/admin/conditions.data');
  await save.click();
  await expect(dialog(page)).toHaveCount(0);
  // The focus is where the next one would be added.
  await expect(page.getByRole('button', { name: 'Add Condition' })).toBeFocused();
  const { rowCount } = await owner.query('delete from conditions where name = $1', [name]);
  expect(rowCount).toBe(1);
});

test('deleting a category shows its number of parts, and can’t be undone', async ({
  page,
  signIn,
  owner,
  make,
  stock,
}) => {
  const category = `Horns of ${make}`;
  await stock([{ category }, { category, part_name: 'Horn' }]);
  await signIn();
  await page.goto('/admin/categories');
  const tile = page.getByRole('listitem').filter({ hasText: category });
  await expect(tile).toContainText('2 parts');
  // Add a part after the list was shown.
  await stock([{ category, part_name: 'Bell' }]);
  const remove = page.getByRole('button', { name: `Delete ${category}` });
  await remove.click();
  await expect(question(page)).toContainText(
    `The category "${category}" is used by 3 parts. Do you want to delete all of them? This can't be undone.`,
  );
  await question(page).getByRole('button', { name: 'Delete 3 parts' }).click();
  await expect(
    toast(page, `Category "${category}" and all 3 part(s) have been deleted successfully.`),
  ).toBeVisible();
  await expect(tile).toHaveCount(0);

  // Another admin emptied it meanwhile.
  await page.setViewportSize(phone);
  const [bell] = await stock([{ category, part_name: 'Bell' }]);
  await page.reload();
  await expect(tile).toContainText('1 part');
  await owner.query('delete from parts_catalog where id = $1', [bell]);
  await remove.click();
  await expect(question(page)).toHaveAccessibleName(
    `Are you sure you want to remove the unused category "${category}"?`,
  );
  await question(page).getByRole('button', { name: 'Remove category' }).click();
  await expect(
    toast(page, `Category "${category}" is now unused and will no longer appear in the system.`),
  ).toBeVisible();
});

test('the side bar works by keyboard, keeps its width, and opens as a sheet on a phone', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  const id = await signIn();
  await owner.query(
    "insert into profiles (user_id, display_name, phone, city, state) values ($1, 'Ada', '619', 'San Diego', 'CA') on conflict do nothing",
    [id],
  );
  await page.goto('/admin/security');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('complementary').getByRole('link', { name: /open the shop/ })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(panelEntry(page, 'Security')).toHaveAttribute('aria-current', 'page');
  await panelEntry(page, 'User Analytics').press('Enter');
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'User Analytics' })).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: `${id.slice(0, 8)}…` })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign-ups by week' })).toBeVisible();

  const collapse = page.getByRole('button', { name: 'Side bar with labels' });
  const left = async () => (await main(page).boundingBox())?.x ?? 0;
  const full = await left();
  await collapse.press('Enter');
  await expect(collapse).toHaveAttribute('aria-expanded', 'false');
  const narrow = await left();
  expect(narrow).toBeLessThan(full / 2);
  await page.reload();
  expect(await left()).toBe(narrow);
  await expect(panelEntry(page, 'User Analytics')).toBeVisible();
  await expectAccessible(page);
  await collapse.click();
  expect(await left()).toBe(full);

  await page.setViewportSize(phone);
  await expect(panelEntry(page, 'Settings')).toBeHidden();
  const bar = page.getByRole('navigation', { name: 'Most used' });
  await bar.getByRole('button', { name: 'More' }).press('Enter');
  await expectAccessible(page);
  await panelEntry(page, 'Settings').press('Enter');
  await expect(page).toHaveURL('/admin/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Business' })).toBeFocused();
  await expect(panelEntry(page, 'Settings')).toBeHidden();
  await bar.getByRole('link', { name: /^Orders/ }).click();
  await expect(bar.getByRole('link', { name: /^Orders/ })).toHaveAttribute('aria-current', 'page');
});

test('the panel shows that it is loading; a former admin is redirected to /auth, and from there home', async ({
  page,
  signIn,
  owner,
}) => {
  const id = await signIn();
  await page.goto('/');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/admin.*\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
  await owner.query('delete from user_roles where user_id = $1', [id]);
  await panelEntry(page, 'Categories').click();
  await expect(page).toHaveURL('/');
});
