import sharp from 'sharp';
import { expect, test } from '../support/admin-story.ts';

const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('photographs are taken in the yard on a phone with a bad network, ordered by keys, and shown on the page', async ({
  page,
  signIn,
  stock,
  make,
  expectAccessible,
}) => {
  const [id] = await stock([{ part_name: 'Horn' }]);
  await signIn();
  await page.goto(`/admin?${new URLSearchParams({ q: make })}`);
  await page.getByRole('button', { name: 'Edit Horn' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Part' });
  const pictures = dialog.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  const sources = () =>
    pictures.getByRole('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).src));

  let failures = 1;
  await page.route('**/pictures', (route) =>
    (failures -= 1) >= 0
      ? route.fulfill({ status: 429, json: { message: 'The network is bad.' } })
      : route.continue(),
  );
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Take a picture' }).click();
  await (await chooser).setFiles(await photo('one.jpg', 'red'));
  await expect(dialog.getByText('The network is bad.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Try again now' }).click();
  await expect(pictures.getByRole('img')).toHaveCount(1);
  await dialog
    .getByLabel('Add pictures')
    .setInputFiles([await photo('two.jpg', 'green'), await photo('three.jpg', 'blue')]);
  await expect(pictures.getByRole('button', { name: /Remove/ })).toHaveCount(3);
  await expectAccessible(page, '[role=dialog]');
  const [one, two, three] = await sources();

  // The button keeps the focus, and says where the picture is.
  const left = dialog.getByRole('button', { name: 'Move picture 3 left' });
  await left.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Picture is now 2 of 3')).toBeAttached();
  await expect(dialog.getByRole('button', { name: 'Move picture 2 left' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Move picture 1 left' })).toBeFocused();
  expect(await sources()).toEqual([three, one, two]);
  await dialog.getByRole('button', { name: 'Remove picture 2' }).click();
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Description of picture 2').fill('The plug');
  await dialog.getByRole('checkbox', { name: /Picture 3 is an illustration/ }).check();
  await expect(dialog.getByText('Pictures are saved.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Update Part' }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto(`/part/${id}`);
  const shown = page.getByRole('main').getByRole('link', { name: /^Enlarge/ });
  await expect(shown).toHaveCount(3);
  await expect(shown.nth(1)).toHaveAccessibleName('Enlarge The plug, photo 2 of 3');
  await expect(page.getByText('Illustration', { exact: true })).toHaveCount(1);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole('link', { name: 'Picture 2 of 3' }).click();
  await expect(shown.nth(1)).toBeInViewport({ ratio: 0.9 });
  await shown.nth(1).focus();
  await page.keyboard.press('Enter');
  const zoom = page.getByRole('dialog', { name: 'Pictures' });
  await expect(zoom.getByRole('status')).toHaveText('Picture 2 of 3');
  await expectAccessible(page, 'dialog');
  const plug = zoom.getByRole('img', { name: 'The plug' });
  const place = async () => (await plug.boundingBox()) ?? { x: 0, width: 0 };
  // Keys enlarge the picture and move it; two taps enlarge the point that they touch.
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(zoom.getByRole('status')).toHaveText('Picture 2 of 3, 3×');
  const enlarged = await place();
  expect(enlarged.width).toBeGreaterThan(1000);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await place()).x).toBe(enlarged.x - 120);
  await page.keyboard.press('-');
  await zoom.getByRole('button', { name: 'Zoom out' }).click();
  await expect(zoom.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  await plug.dblclick({ position: { x: 270, y: 370 } });
  expect((await place()).x).toBeLessThan(-300);
  await plug.dblclick();
  await expect(zoom.getByRole('status')).toHaveText('Picture 2 of 3');
  await page.keyboard.press('ArrowRight');
  await expect(zoom.getByRole('status')).toHaveText('Picture 3 of 3');
  await zoom.getByRole('button', { name: 'Previous picture' }).click();
  await expect(zoom.getByRole('img', { name: 'The plug' })).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Escape');
  await expect(zoom).toHaveCount(0);
  await expect(shown.nth(1)).toBeFocused();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the pictures of a part are swiped, and linked in full size', async ({ page, stock, owner }) => {
    const [id] = await stock([{ part_name: 'Horn' }]);
    await owner.query(
      `insert into part_pictures (id, part_id, place, address, width, height)
       select gen_random_uuid(), $1, place, '/files/pictures/' || repeat(place::text, 32) || '-1600.webp', 1600, 1200
       from generate_series(1, 2) as place`,
      [id],
    );
    await page.goto(`/part/${id}`, { waitUntil: 'commit' });
    const links = page.getByRole('main').getByRole('link', { name: /^Enlarge/ });
    await expect(links.nth(1)).toHaveAttribute('href', `/files/pictures/${'2'.repeat(32)}-1600.webp`);
    await expect(links.nth(1)).not.toBeInViewport();
    await page.getByRole('link', { name: 'Picture 2 of 2' }).click();
    await expect(links.nth(1)).toBeInViewport();
  });
});
