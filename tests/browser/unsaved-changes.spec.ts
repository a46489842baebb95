import type { Locator, Page } from '../../tools/browser/playwright.ts';
import { results } from '../support/screens.ts';
import { expect, test } from '../support/admin-story.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });
const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' });
const discard = (page: Page) => question(page).getByRole('button', { name: 'Discard changes' });

/** A click outside of the dialog. */
const pressOutside = (page: Page) => page.mouse.click(5, 5);

/** Ways to close a dialog that could discard changes by accident. */
async function expectAsked(page: Page, dialog: Locator, focused?: Locator) {
  const ways = {
    Escape: () => page.keyboard.press('Escape'),
    'a press outside': () => pressOutside(page),
    'the cross': () => dialog.getByRole('button', { name: 'Close' }).click(),
  };
  for (const [way, close] of Object.entries(ways)) {
    await close();
    await expect(question(page), way).toBeVisible();
    await expect(keep(page), way).toBeFocused();
    await keep(page).click();
    await expect(question(page), way).toHaveCount(0);
    await expect(dialog, way).toBeVisible();
    if (focused && way !== 'the cross') await expect(focused, way).toBeFocused();
  }
  // Escape closes the question, but not the dialog.
  await page.keyboard.press('Escape');
  await expect(keep(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();

  await page.keyboard.press('Escape');
  await discard(page).click();
  await expect(dialog).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
}

for (const [name, viewport, hasTouch, reducedMotion] of [
  // The focus returns while a dialog fades out.
  ['a desk', { width: 1280, height: 900 }, false, 'no-preference'],
  ['a phone', { width: 360, height: 740 }, true, 'reduce'],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch, contextOptions: { reducedMotion } });

    test('the part dialog asks before it discards changes', async ({
      page,
      signIn,
      make,
      stock,
      expectAccessible,
    }) => {
      await stock([{ part_name: 'Horn', brand: 'Denso' }]);
      await signIn();
      await page.goto(`/admin?${new URLSearchParams({ q: make })}`);
      const opener = page.getByRole('button', { name: 'Edit Horn' }).filter({ visible: true });
      const dialog = page.getByRole('dialog', { name: 'Edit Part' });
      const brand = dialog.getByLabel('Brand', { exact: true });

      await opener.click();
      await expect(brand).toHaveValue('Denso');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();

      // Undone changes don't count.
      await opener.click();
      await brand.fill('Bosch');
      await brand.fill('Denso');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);

      await opener.click();
      await brand.fill('Bosch');
      await page.keyboard.press('Escape');
      await expect(question(page)).toBeVisible();
      await expectAccessible(page, '[role=alertdialog]');
      await keep(page).click();
      await expect(brand).toBeFocused();
      await expect(brand).toHaveValue('Bosch');
      await expectAsked(page, dialog, brand);
      await expect(opener).toBeFocused();

      // A choice is a change, and so is a picture until it is saved. Cancel does not ask.
      await opener.click();
      await dialog.getByLabel('Category *').selectOption('+ Add New Category');
      if (hasTouch) await page.touchscreen.tap(5, 5);
      else await pressOutside(page);
      await discard(page).click();
      await expect(dialog).toHaveCount(0);
      await opener.click();
      await page.route('**/pictures', (route) => route.fulfill({ status: 429, json: { message: 'Busy' } }));
      await dialog
        .getByLabel('Or upload pictures')
        .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('x') });
      await expect(dialog.getByText('Busy')).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog.getByText('Pictures are still being saved')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question(page)).toBeVisible();
      await discard(page).click();
      await page.unroute('**/pictures');
      await opener.click();
      await brand.fill('Bosch');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
      await opener.click();
      await expect(brand).toHaveValue('Denso');
    });
  });
}

test('Back and closing the tab ask too', async ({ page, signIn, make, stock }) => {
  await stock([{ part_name: 'Horn' }]);
  await signIn();
  await page.goto('/about');
  await page.goto('/junkyard');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await page.getByRole('searchbox', { name: 'Search parts' }).fill(make);
  await expect(page).toHaveURL(/q=Testa/);
  const dialog = page.getByRole('dialog', { name: 'Edit Part' });
  await page.getByRole('button', { name: 'Edit Horn' }).click();
  await dialog.getByLabel('Brand', { exact: true }).fill('Bosch');

  await page.goBack();
  await expect(question(page)).toBeVisible();
  await keep(page).click();
  await expect(page).toHaveURL(/q=Testa/);
  await expect(dialog.getByLabel('Brand', { exact: true })).toHaveValue('Bosch');

  const asked = page.waitForEvent('dialog');
  const closing = page.evaluate(() => setTimeout(() => location.reload()));
  const native = await asked;
  expect(native.type()).toBe('beforeunload');
  await native.dismiss();
  await closing;
  await expect(dialog.getByLabel('Brand', { exact: true })).toHaveValue('Bosch');

  await page.goBack();
  await discard(page).click();
  await expect(page).not.toHaveURL(/q=Testa/);
  await expect(dialog).toHaveCount(0);

  // After it is closed, leaving the page does not ask.
  await page.goto('/junkyard');
  await expect(page).toHaveURL('/junkyard');
});

test('the condition dialog asks @long', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/admin/conditions');
  await page.getByRole('button', { name: 'Add Condition' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Condition' });
  await dialog.getByLabel('Condition Name *').fill('Rusty');
  await expectAsked(page, dialog, dialog.getByLabel('Condition Name *'));
});

test('Request This Part asks about typed, but not prefilled text, and is reset afterwards @long', async ({
  page,
  signIn,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Caliper', stock_quantity: 0 }]);
  await signIn();
  await page.goto(results(make));
  const opener = page.getByRole('link', { name: 'Request Part' });
  const dialog = page.getByRole('dialog', { name: 'Request This Part' });
  const notes = dialog.getByLabel('Additional Notes');
  await opener.click();
  await expect(dialog.getByLabel('Email')).toHaveValue(/@/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await opener.click();
  await notes.fill('Left side.');
  await expectAsked(page, dialog, notes);
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(notes).toHaveValue('');
});

test('the profile dialogs ask about a chosen picture and a password @long', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/profile');
  const opener = page.getByRole('button', { name: 'Update profile picture' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Update Profile Picture' });
  await dialog.getByLabel(/^Choose/).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } }),
  });
  await expect(dialog.getByRole('button', { name: 'Save Picture' })).toBeVisible();
  await expectAsked(page, dialog);
  await opener.click();
  await expect(dialog.getByText('Choose Image')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const password = page.getByRole('dialog', { name: 'Delete your account?' });
  await password.getByLabel('Your password').fill('secret');
  await expectAsked(page, password, password.getByLabel('Your password'));
});

test('a dialog that is submitting neither closes nor asks', async ({ page, signIn, make, stock }) => {
  await stock([{ part_name: 'Horn' }]);
  await signIn();
  await page.goto(`/admin?${new URLSearchParams({ q: make })}`);
  await page.getByRole('button', { name: 'Edit Horn' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Part' });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/admin/part/*', async (route) => {
    await promise;
    await route.continue();
  });
  await dialog.getByLabel('Brand', { exact: true }).fill('Bosch');
  const save = dialog.getByRole('button', { name: 'Update Part' });
  await save.click();
  await expect(save).toBeDisabled();
  await page.keyboard.press('Escape');
  await pressOutside(page);
  await expect(question(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  resolve();
  await expect(dialog).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
});
