import type { Page } from '../../tools/browser/playwright.ts';
import { expect, test } from '../support/admin-story.ts';

const EDITOR = '/admin/settings/legal?page=privacy';
const text = (page: Page) => page.getByLabel('Text of the Privacy Policy');
const button = (page: Page, name: string) => page.getByRole('button', { name });
const question = (page: Page) => page.getByRole('alertdialog');
const toast = (page: Page, said: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(said, { exact: true });

async function publish(page: Page) {
  await button(page, 'Publish new version').click();
  await expect(question(page)).toHaveAccessibleName('Publish this text as the Privacy Policy?');
  await question(page).getByRole('button', { name: 'Publish' }).click();
}

// The stories publish the same page.
test.describe.configure({ mode: 'serial' });
test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await page.goto(EDITOR);
});
test.afterEach(async ({ owner }) => {
  await owner.query("delete from legal_texts where page = 'privacy'; notify catalog_changed, ''");
});

test('an admin edits, previews and publishes a legal page, and restores a version', async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(text(page)).toHaveValue(/^## What we collect/);
  await expect(button(page, 'Publish new version')).toBeDisabled();
  await page.getByText('Placeholders for values from the settings').click();
  await expect(page.getByText('{returns.days}')).toBeVisible();

  await text(page).fill('## Ours\n\nCall {fax}.');
  await button(page, 'Preview').click();
  await expect(page.getByRole('alert')).toContainText('The placeholder {fax} is unknown.');
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await text(page).fill('## Ours\n\nCall **us** at {phone}.');
  await button(page, 'Preview').click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Ours' })).toBeVisible();
  await expect(preview.getByRole('link', { name: '(619) 555-0142' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await publish(page);
  await expect(toast(page, 'Privacy Policy published as version 1')).toBeVisible();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions).toContainText('Version 1 (current)');
  await expect(button(page, 'Publish new version')).toBeDisabled();

  await versions.getByRole('link', { name: 'Version 0' }).click();
  await expect(preview.getByRole('heading', { name: 'What we collect' })).toBeVisible();
  await expectAccessible(page);
  await publish(page);
  await expect(toast(page, 'Privacy Policy published as version 2')).toBeVisible();
  await expect(text(page)).toHaveValue(/^## What we collect/);

  await page.goto('/privacy?version=1');
  await expect(page.getByText('This is an earlier version')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'current version' }).click();
  await expect(page.getByRole('heading', { name: 'What we collect' })).toBeVisible();
  await expect(page.getByText('This is an earlier version')).toHaveCount(0);
});

test('what is typed is not lost without a question', async ({ page }) => {
  await text(page).fill('Unfinished');
  for (const link of ['Warranty', 'Version 0']) {
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(text(page)).toHaveValue('Unfinished');
  }
});

test('after someone else has published, the text is kept, and can be published on purpose', async ({
  page,
  owner,
}) => {
  await text(page).fill('Mine');
  await owner.query("insert into legal_texts (page, body) values ('privacy', 'Theirs')");
  await publish(page);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'someone else has published a version',
  );
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('Version 1 (current)');
  await expect(text(page)).toHaveValue('Mine');
  await publish(page);
  await expect(toast(page, 'Privacy Policy published as version 2')).toBeVisible();
});
