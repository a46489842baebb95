import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { Page } from '../../tools/browser/playwright.ts';
import { findChromium } from '../../tools/browser/chromium.ts';
import { expect, test as base } from '../support/desk-story.ts';
import { addDeskOrder } from '../support/desk-orders.ts';
import { main } from '../support/screens.ts';

const VIN = '2HGFA1F59AH301234';

/** Draws what the camera of these stories sees: a label in Code 39, with the I of imported cars. */
async function drawLabel(): Promise<Buffer> {
  const wasm = await readFile(
    join(import.meta.dirname, '../../node_modules/zxing-wasm/dist/writer/zxing_writer.wasm'),
  );
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
  const { svg } = await writeBarcode(`I${VIN}`, { format: 'Code39', scale: 3 });
  return sharp(Buffer.from(svg))
    .resize({ width: 1000, height: 200, fit: 'fill', kernel: 'nearest' })
    .flatten({ background: 'white' })
    .extend({ top: 260, bottom: 260, left: 140, right: 140, background: 'white' })
    .jpeg()
    .toBuffer();
}

const test = base.extend({
  launchOptions: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'camera-'));
      const label = join(folder, 'label.mjpeg');
      await writeFile(label, await drawLabel());
      const { executablePath, env } = await findChromium();
      await use({
        executablePath,
        env: { ...process.env, ...env } as Record<string, string>,
        args: [
          '--no-sandbox',
          '--use-fake-ui-for-media-stream',
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-video-capture=${label}`,
        ],
      });
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

test('a VIN is scanned', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await page.goto('/admin/vehicles');
  await main(page).getByRole('link', { name: 'Take in a car' }).click();
  const scan = main(page).getByRole('button', { name: 'Scan the VIN' });
  await scan.click();
  const dialog = page.getByRole('dialog', { name: 'Scan the VIN' });
  await expect(dialog).toHaveCount(0);
  const field = main(page).getByRole('textbox', { name: 'VIN', exact: true });
  await expect(field).toHaveValue(VIN);
  await expect(field).toBeFocused();
});

test('the page of a car is loaded again before it scans', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  const stockNumber = `Y-${randomUUID().slice(0, 8)}`;
  await owner.query(
    "insert into yard_vehicles (stock_number, no_vin_reason, make, model) values ($1, 'Burnt', 'Honda', 'Civic')",
    [stockNumber],
  );
  await signIn();
  await page.goto('/admin/vehicles');
  await main(page).getByRole('link', { name: stockNumber }).click();
  const scan = main(page).getByRole('button', { name: 'Scan the VIN' });
  await scan.click();
  const again = page.getByRole('button', { name: 'Load again' });
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await again.click();
  await expect(again).toHaveCount(0);
  await scan.click();
  await expect(main(page).getByRole('textbox', { name: 'VIN', exact: true })).toHaveValue(VIN);
  await owner.query('delete from yard_vehicles where stock_number = $1', [stockNumber]);
});

test('a pulled part is shelved by one scan', async ({ page, signIn, owner, stock }) => {
  const [part = ''] = await stock([{ part_name: 'Alternator', stock_quantity: 0 }]);
  await owner.query(
    "insert into part_private_facts (part_id, donor_stock_number, yard_state) values ($1, $2, 'pulled')",
    [part, `Y-${randomUUID().slice(0, 8)}`],
  );
  const { number } = await addDeskOrder(owner, {
    shipBy: "now() - interval '9 years'",
    parts: [{ name: 'Alternator', partId: part }],
  });
  await signIn();
  await page.goto(`/admin/orders/PY-${number}`);
  await main(page).getByRole('link', { name: 'pull list' }).click();
  await main(page)
    .getByRole('listitem')
    .filter({ hasText: `PY-${number}` })
    .getByRole('button', { name: 'As listed… Alternator' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Alternator is as listed' });
  await dialog.getByRole('button', { name: 'Scan the shelf' }).click();
  await expect(dialog.getByLabel('Shelf')).toHaveValue(`I${VIN}`);
  await expect(dialog.getByLabel('Shelf')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const { rows } = await owner.query('select yard_place from part_private_facts where part_id = $1', [part]);
  expect(rows).toEqual([{ yard_place: `I${VIN}` }]);
});

/** Replaces the camera by one that shows no code. Returns whether it is on. */
async function blankCamera(page: Page): Promise<() => Promise<boolean>> {
  const track = await page.evaluateHandle(() => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d');
    const stream = canvas.captureStream(10);
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(stream);
    return stream.getTracks()[0] as MediaStreamTrack;
  });
  return () => track.evaluate(({ readyState }) => readyState === 'live');
}

test('the camera goes off with the dialog and with the page, and the dialog says why there is none', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await page.goto('/admin/vehicles/new');
  const scan = main(page).getByRole('button', { name: 'Scan the VIN' });
  const dialog = page.getByRole('dialog', { name: 'Scan the VIN' });
  for (const end of [
    () => page.keyboard.press('Escape'),
    () =>
      page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }),
  ]) {
    const isOn = await blankCamera(page);
    await scan.click();
    await expect(dialog).toBeVisible();
    expect(await isOn()).toBe(true);
    await end();
    await expect(dialog).toHaveCount(0);
    await expect.poll(isOn).toBe(false);
  }
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await scan.click();
  await expect(dialog.getByRole('alert')).toHaveText(/The camera may not be used/);
  await expectAccessible(page);
});
