import type { Page } from '../../tools/browser/playwright.ts';
import { cartLink, names } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search parts' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name });
const address = (parameters: Record<string, string>) => `/junkyard?${new URLSearchParams(parameters)}`;

/** Opens the page and waits for hydration. */
async function open(page: Page, parameters: Record<string, string> = {}) {
  await page.goto(address(parameters));
  await expect(cartLink(page)).toHaveAccessibleName(/item/);
}

test('by keyboard: suggestions can be navigated, chosen, dismissed, and ignored while typing', async ({
  page,
  make,
  stock,
  expectAccessible,
}) => {
  await stock([
    { part_name: 'Quorn Pads', oem_number: '99Q22-TR3-A01' },
    { part_name: 'Quorn Rotor', category: 'Quorn Works' },
    { part_name: 'Rear Quorn Hose' },
  ]);
  await open(page, { make });
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
  const places = () =>
    page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll('li, form')].map((each) => each.getBoundingClientRect().top),
      );
  const before = await places();

  await box(page).pressSequentially('quor');
  await expect(list(page)).toBeVisible();
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(list(page).getByRole('group', { name: 'Parts' }).getByRole('option')).toHaveText([
    'Quorn Pads',
    'Quorn Rotor',
    'Rear Quorn Hose',
  ]);
  await expect(list(page).getByRole('group', { name: 'Categories' }).getByRole('option')).toHaveText([
    'Quorn Works',
  ]);
  await expect(page.getByText('4 suggestions', { exact: true })).toBeAttached();
  // The list covers the search results without moving them.
  await expect(page).toHaveURL(address({ q: 'quor', make }));
  await expect(names(page)).toHaveCount(3);
  expect(await places()).toEqual(before);
  await expectAccessible(page);

  const active = () =>
    box(page).evaluate((input) => {
      const id = input.getAttribute('aria-activedescendant');
      return id === null ? null : document.querySelector(`[id="${id}"][aria-selected="true"]`)?.textContent;
    });
  expect(await active()).toBeNull();
  await page.keyboard.press('ArrowDown');
  expect(await active()).toBe('Quorn Pads');
  await page.keyboard.press('ArrowUp');
  expect(await active()).toBe('Quorn Works');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await active()).toBe('Quorn Rotor');
  await expectAccessible(page);
  // The arrow keys move the caret again.
  await page.keyboard.press('Home');
  expect(await active()).toBeNull();
  await expect(box(page)).toHaveValue('quor');

  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(box(page)).toHaveValue('quor');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(option(page, 'Quorn Works')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(list(page)).toHaveCount(0);

  await page.keyboard.press('ArrowDown');
  await expect(option(page, 'Quorn Pads')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('Quorn Rotor');
  await expect(page).toHaveURL(address({ q: 'Quorn Rotor', make }));
  await expect(names(page)).toHaveText(['Quorn Rotor']);

  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await expect(page).toHaveURL(address({ make }));
  await box(page).pressSequentially('99q22');
  await expect(option(page, /^99Q22-TR3-A01/)).toContainText('Quorn Pads');
  // Enter without a chosen suggestion searches for the text.
  await page.keyboard.press('Enter');
  await expect(list(page)).toHaveCount(0);
  await expect(names(page)).toHaveText(['Quorn Pads']);
  await expect(page).toHaveURL(address({ q: '99q22', make }));

  await box(page).fill('quorn');
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(list(page)).toHaveCount(0);

  await box(page).fill(`${make} roadster 2015`);
  await page.keyboard.press('ArrowDown');
  await expect(option(page, `2015 ${make} Roadster`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/parts/${encodeURIComponent(make)}/Roadster/2015`);
});

test('by keyboard from any page: / leads to the search, a number to its part', async ({
  page,
  make,
  stock,
  expectAccessible,
}) => {
  const [part] = await stock([
    {
      part_name: 'Vexo Alternator',
      oem_number: '77V31-AAA-001',
      part_type: 'Good',
      price: 45,
      vehicle_year: 2015,
    },
  ]);
  await page.goto('/about');
  const search = page.getByRole('banner').getByRole('combobox', { name: 'Part, car or OEM number' });
  await expect(cartLink(page)).toHaveAccessibleName(/item/);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  // In a field it is a letter.
  await page.keyboard.type('a/c');
  await expect(search).toHaveValue('a/c');
  await search.fill('');
  // An open list is closed first.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(search).not.toBeFocused({ timeout: 500 });
  }).toPass({ timeout: 5_000 });

  await page.keyboard.press('/');
  await page.keyboard.type('77v31');
  const found = option(page, /^77V31-AAA-001 Vexo Alternator 2015 .* Good · \$45\.00$/);
  await expect(found.locator('img')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/part/.*${part}$`));
  await expect(search).toHaveValue('');

  // The key can be turned off, for all pages of this browser.
  await search.focus();
  const toggle = page.getByRole('button', { name: 'Press / to search' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await toggle.click();

  await search.fill(`vexo ${make}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address({ q: `vexo ${make}` }));
  await expect(names(page)).toHaveText(['Vexo Alternator']);
  // This page has its own search, which is the only one.
  await expect(search).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
});

test('by pointer: a category becomes the filter, a part the search, and a click elsewhere closes the list', async ({
  page,
  isMobile,
  make,
  stock,
}, { project }) => {
  const touch = isMobile || project.name === 'phone';
  const press = (name: string) => (touch ? option(page, name).tap() : option(page, name).click());
  // Of this story only: one category is suggested.
  const category = `Zwicks ${make.replaceAll(/\D/g, '').replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
  await stock([{ part_name: 'Zwick Pads' }, { part_name: 'Zwick Rotor', category }]);
  await page.goto('/about');
  const search = page.getByRole('banner').getByRole('combobox');
  await (touch ? search.tap() : search.click());
  await page.keyboard.type(`zwick rotor ${make}`);
  await press(`${make} Zwick Rotor`);
  await expect(page).toHaveURL(address({ q: `${make} Zwick Rotor` }));
  await expect(names(page)).toHaveText(['Zwick Rotor']);

  await open(page, { make });
  await box(page).fill(category.toLowerCase());
  await press(category);
  await expect(list(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('');
  await expect(page).toHaveURL(address({ make, category }));
  await expect(page.getByLabel('Category')).toHaveValue(category);
  await expect(names(page)).toHaveText(['Zwick Rotor']);

  await open(page, { make });
  await box(page).fill('zwick p');
  await press('Zwick Pads');
  await expect(page).toHaveURL(address({ q: 'Zwick Pads', make }));
  await expect(names(page)).toHaveText(['Zwick Pads']);

  await box(page).fill('zwick');
  await expect(list(page)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(list(page)).toHaveCount(0);
  await page.goBack();
  await expect(box(page)).not.toHaveValue('zwick');
  await expect(list(page)).toHaveCount(0);
});

test('only suggestions for the last input are shown, and none if the server does not respond', async ({
  page,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Ykpads' }, { part_name: 'Ykrotor' }]);
  await open(page, { make });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/suggestions?q=ykp', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const slow = page.waitForRequest('**/api/suggestions?q=ykp');
  await box(page).fill('ykp');
  await slow;
  await box(page).fill('ykr');
  await expect(list(page).getByRole('option')).toHaveText(['Ykrotor']);
  letGo();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(list(page).getByRole('option')).toHaveText(['Ykrotor']);

  await page.route('**/api/suggestions?q=yk', (route) => route.fulfill({ status: 400, body: 'none' }));
  const refused = page.waitForResponse('**/api/suggestions?q=yk');
  await box(page).fill('yk');
  await refused;
  await expect(list(page)).toHaveCount(0);
  await expect(names(page)).toHaveCount(2);
});

test('the closest spelling appears above the results without moving them', async ({ page, make, stock }) => {
  await stock([{ part_name: 'Quabble Pads' }, { part_name: 'Rotor' }]);
  await open(page, { make, q: 'quabble pads' });
  const top = () =>
    names(page)
      .first()
      .evaluate((heading) => heading.getBoundingClientRect().top);
  const status = () => page.getByText('1 parts found').evaluate((text) => text.getBoundingClientRect().top);
  const before = [await top(), await status()];
  await box(page).fill('quabbl pads');
  const offered = page.getByRole('link', { name: '"quabble pads"' });
  await expect(offered).toBeVisible();
  await page.keyboard.press('Escape');
  expect([await top(), await status()]).toEqual(before);
  await offered.click();
  await expect(page).toHaveURL(address({ q: 'quabble pads', make }));
  await expect(box(page)).toHaveValue('quabble pads');
  await expect(page.getByText('Did you mean')).toHaveCount(0);

  await box(page).fill('quabblex padx');
  await expect(
    page.getByText('Showing results for quabble pads. Search instead for quabblex padx'),
  ).toBeVisible();
  await expect(names(page)).toHaveText(['Quabble Pads']);
});
