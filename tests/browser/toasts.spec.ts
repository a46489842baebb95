import type { Locator, Page } from '../../tools/browser/playwright.ts';
import { toast, toasts } from '../support/screens.ts';
import { expect, test } from '../support/admin-story.ts';

/** A phone, a desk, and a phone on its side. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
  { width: 740, height: 360 },
];

async function covers(page: Page, control: Locator): Promise<boolean> {
  const [box, shown] = await Promise.all([
    control.boundingBox(),
    toasts(page).locator('[aria-label=Dismiss]').locator('../..').first().boundingBox(),
  ]);
  if (!box || !shown) throw new Error('One of them is not shown.');
  return (
    box.x < shown.x + shown.width &&
    box.x + box.width > shown.x &&
    box.y < shown.y + shown.height &&
    box.y + box.height > shown.y
  );
}

test('a toast covers neither the buttons of its dialog nor the button that it answers', async ({
  page,
  signIn,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Horn', price: 40 }]);
  await signIn();
  await page.goto(`/admin?${new URLSearchParams({ q: make })}`);
  await page.getByRole('button', { name: 'Edit Horn' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Category *').selectOption('+ Add New Category');
  await dialog.getByLabel('New Category Name *').fill('   ');
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await dialog.getByRole('button', { name: 'Update Part' }).click();
    const refusal = toasts(page).getByText(/^Please select a category/);
    await expect(refusal.last()).toBeInViewport({ ratio: 1 });
    for (const name of ['Update Part', 'Cancel'])
      expect(await covers(page, dialog.getByRole('button', { name }))).toBe(false);
    await toasts(page).getByRole('button', { name: 'Dismiss' }).last().click();
    await expect(refusal).toHaveCount(0);
  }
});

test('a toast of the admin panel covers no control: neither the side bar nor the bar of a phone', async ({
  page,
  signIn,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Horn', price: 40 }]);
  await signIn();
  for (const [index, viewport] of sizes.slice(0, 2).entries()) {
    await page.setViewportSize(viewport);
    await page.goto(`/admin?${new URLSearchParams({ q: make })}`);
    await page.getByRole('button', { name: 'Edit Horn' }).filter({ visible: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Brand').fill(`Acme ${index}`);
    await dialog.getByRole('button', { name: 'Update Part' }).click();
    await expect(toast(page, 'Part updated successfully')).toBeInViewport({ ratio: 1 });
    await expect(toasts(page).getByRole('button', { name: 'Dismiss' })).toBeVisible();
    // The dialog may be closing.
    await expect.poll(() => page.evaluate(listCovered)).toEqual([]);
  }
});

/** Runs in the page. Names the controls that a toast covers. */
function listCovered(): string[] {
  const region = document.querySelector('[aria-label="Notifications"]')!;
  const shown = region.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>('a, button, input, select, summary')]
    .filter((control) => !region.contains(control) && control.checkVisibility())
    .filter((control) => {
      const box = control.getBoundingClientRect();
      return (
        box.width > 0 &&
        box.left < shown.right &&
        box.right > shown.left &&
        box.top < shown.bottom &&
        box.bottom > shown.top
      );
    })
    .map((control) => control.outerHTML);
}
