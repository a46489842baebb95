import type { Locator, Page } from '../../tools/browser/playwright.ts';
import { isLong } from '../support/is-long.ts';
import { junkyard, results, toasts } from '../support/screens.ts';
import { expect, test } from '../support/admin-story.ts';

/** A phone, a desktop, and a phone in landscape. */
const screens = {
  'a phone': { width: 360, height: 740 },
  'a desk': { width: 1280, height: 800 },
  'a phone on its side': { width: 740, height: 360 },
};

const noAnswer = { status: 413, body: 'Too large' };

/** Checks after each frame until stopped. Returns how often a toast covered the control. */
async function watch(page: Page, control: Locator) {
  const element = await control.elementHandle();
  await page.evaluate((watched) => {
    const seen = { looks: 0, covered: [] as string[], over: false };
    Object.assign(window, { seen });
    const overlap = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
    const look = () => {
      const box = watched?.getBoundingClientRect();
      const dismissals = document.querySelectorAll('[aria-label=Notifications] [aria-label=Dismiss]');
      for (const dismiss of dismissals) {
        const toast = dismiss.parentElement?.parentElement?.getBoundingClientRect();
        if (!box || !toast || box.height === 0 || toast.height === 0) continue;
        seen.looks += 1;
        if (overlap(box, toast)) seen.covered.push(JSON.stringify({ box, toast }));
      }
      if (!seen.over) requestAnimationFrame(() => setTimeout(look));
    };
    look();
  }, element);
  return async () => {
    const { looks, covered } = await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { looks: number; covered: string[]; over: boolean } };
      seen.over = true;
      return seen;
    });
    expect(covered).toEqual([]);
    return looks;
  };
}

const PLACES = ['end', 'start', 'center'] satisfies ScrollLogicalPosition[];

/** Clicks a button at the top, middle, and bottom of each screen; in the short run, at one of them. No toast may cover it. */
async function pressAnywhere(page: Page, button: Locator, text: string | RegExp) {
  for (const [number, viewport] of Object.values(screens).entries()) {
    await page.setViewportSize(viewport);
    await pressOnScreen(page, button, text, isLong ? PLACES : PLACES.slice(number, number + 1));
  }
}

async function pressOnScreen(
  page: Page,
  button: Locator,
  text: string | RegExp,
  places: readonly ScrollLogicalPosition[],
) {
  for (const block of places) {
    await button.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
    const stop = await watch(page, button);
    await button.click();
    await expect(toasts(page).getByText(text).last()).toBeVisible();
    await page.waitForFunction(() => (window as unknown as { seen: { looks: number } }).seen.looks > 8);
    // It is fully visible.
    for (const toast of await toasts(page).getByText(text).all())
      await expect(toast).toBeInViewport({ ratio: 1 });
    await stop();
    await dismissAll(page);
  }
}

async function dismissAll(page: Page) {
  const dismiss = toasts(page).locator('[aria-label=Dismiss]');
  while ((await dismiss.count()) > 0) {
    const before = await dismiss.count();
    await dismiss.first().click();
    // Until it has faded out.
    await expect.poll(() => dismiss.count()).toBeLessThan(before);
  }
}

test.describe.configure({ timeout: 120_000 });

test('a toast never covers buttons of cards, the part page, or the cart', async ({ page, make, stock }) => {
  const [id] = await stock(
    ['A', 'B', 'C', 'D'].map((each) => ({ part_name: `Rotor ${each}`, price: 60, stock_quantity: 90 })),
  );
  for (const [address, text] of [
    [results(make), 'Added to Cart'],
    [junkyard(make), 'Added to cart'],
  ] as const) {
    await page.goto(address);
    const buttons = page.getByRole('main').getByRole('button', { name: 'Add to Cart' });
    await expect(buttons).toHaveCount(4);
    // Below the toasts on each screen.
    await pressAnywhere(page, buttons.nth(address.startsWith('/junkyard') ? 2 : 3), text);
  }
  await page.goto(`/part/${id}`);
  await pressAnywhere(
    page,
    page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first(),
    /Added to cart/i,
  );
  await page.route('**/functions/v1/create-payment', (route) => route.fulfill(noAnswer));
  await page.goto('/cart');
  await pressAnywhere(page, page.getByRole('button', { name: /Checkout/ }), /Checkout failed/);
});

test('nor buttons of the request, contact, and profile forms', async ({ page, signIn }) => {
  await page.route('**/functions/v1/send-*', (route) => route.fulfill(noAnswer));
  await page.goto('/request');
  await page.getByLabel('Full Name').fill('Dana');
  await page.getByLabel('Email').fill('dana@example.com');
  for (const field of ['Make', 'Model', 'Part Name']) await page.getByLabel(field, { exact: true }).fill('X');
  await page.getByLabel('Year', { exact: true }).selectOption('2015');
  await pressAnywhere(page, page.getByRole('button', { name: /Submit/ }), /^Failed to submit request/);
  await page.goto('/contact');
  for (const field of ['Name', 'Subject', 'Message'])
    await page.getByLabel(field, { exact: true }).fill('Dana');
  await page.getByLabel('Email').fill('dana@example.com');
  await pressAnywhere(page, page.getByRole('button', { name: /Send/ }), /^Failed to send message/);

  await signIn();
  await page.goto('/profile');
  const save = page.getByRole('button', { name: 'Update Profile', exact: true });
  await pressAnywhere(page, save, 'Profile updated successfully');
});

test('nor buttons of a dialog', async ({ page, signIn, make, stock, owner }) => {
  const [id] = await stock([{ part_name: 'Horn', price: 40 }]);
  await signIn();
  await page.goto(`/admin?${new URLSearchParams({ q: make })}`);
  await page.getByRole('button', { name: 'Edit Horn' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Category *').selectOption('+ Add New Category');
  await dialog.getByLabel('New Category Name *').fill('   ');
  const save = dialog.getByRole('button', { name: 'Update Part' });
  for (const viewport of Object.values(screens)) {
    await page.setViewportSize(viewport);
    for (const button of [
      save,
      dialog.getByRole('button', { name: 'Cancel' }),
      dialog.getByRole('button', { name: 'Close' }),
    ]) {
      const stop = await watch(page, button);
      await save.click();
      await expect(
        toasts(page)
          .getByText(/^Please select a category/)
          .last(),
      ).toBeVisible();
      await page.waitForFunction(() => (window as unknown as { seen: { looks: number } }).seen.looks > 8);
      await stop();
      await dismissAll(page);
    }
  }
  await owner.query('delete from parts_catalog where id = $1', [id]);
  await dialog.getByLabel('New Category Name *').fill('Horns');
  const stop = await watch(page, save);
  await save.click();
  const gone = 'Error saving part: it has been deleted';
  await expect(toasts(page).getByText(gone)).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveText(gone);
  await stop();
});
test.describe('while toasts fade', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a toast moves away from controls on scroll and focus', async ({ page, make, stock }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await stock(
      ['A', 'B', 'C', 'D'].map((each) => ({ part_name: `Rotor ${each}`, price: 60, stock_quantity: 90 })),
    );
    await page.goto(junkyard(make));
    const buttons = page.getByRole('main').getByRole('button', { name: 'Add to Cart' });
    const button = buttons.nth(1);
    await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const stop = await watch(page, button);
    await button.click();
    const toast = toasts(page).getByText('Added to cart').last();
    await expect(toast).toBeVisible();
    const lies = async () => (await toast.boundingBox())?.y ?? 0;
    const first = await lies();
    expect(first).toBeGreaterThan(450);
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await expect.poll(lies).toBeLessThan(first);
    await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.waitForFunction(() => (window as unknown as { seen: { looks: number } }).seen.looks > 60);
    await stop();

    // By keyboard, to a button that the toast covered.
    const next = buttons.nth(2);
    await next.evaluate((element) => element.focus({ preventScroll: true }));
    const [box, at] = [await next.boundingBox(), await toast.boundingBox()];
    await expect
      .poll(async () => {
        const one = await next.boundingBox();
        const other = await toast.boundingBox();
        return one && other && one.y < other.y + other.height && one.y + one.height > other.y;
      })
      .toBe(false);
    expect(box && at).toBeTruthy();
  });
});
