import type { Page } from '../../tools/browser/playwright.ts';
import { expect, test } from '../support/admin-story.ts';

const EDITOR = '/admin/settings/legal?page=privacy';
const text = (page: Page) => page.getByLabel('Text of the Privacy Policy');
const button = (page: Page, name: string) => page.getByRole('button', { name });
const question = (page: Page) => page.getByRole('alertdialog');
const toast = (page: Page, said: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(said, { exact: true });

// The stories publish the same page.
test.describe.configure({ mode: 'serial' });
test.afterEach(async ({ owner }) => {
  await owner.query("delete from legal_texts where page = 'privacy'; notify catalog_changed, ''");
});

const desk = { width: 1280, height: 900 };
const phone = { width: 360, height: 740 };

test('an admin edits, previews and publishes a legal page, and restores a version', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize(desk);
  await signIn();
  await page.goto(EDITOR);
  await expect(text(page)).toHaveValue(/^## What we collect/);
  await expect(button(page, 'Publish new version')).toBeDisabled();
  await page.getByText('Placeholders for values from the settings').click();
  await expect(page.getByText('{returns.days}')).toBeVisible();
  await expectAccessible(page);

  await text(page).fill('## Ours\n\nCall <b>{fax}</b>.');
  await button(page, 'Preview').click();
  await expect(page.getByRole('alert')).toContainText('Line 3: HTML is not allowed.');
  await expect(page.getByRole('alert')).toContainText('Line 3: The placeholder {fax} is unknown.');
  await expectAccessible(page);

  await page.setViewportSize(phone);
  await text(page).fill('## Ours\n\nCall **us** at {phone}.');
  await button(page, 'Preview').click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Ours' })).toBeVisible();
  await expect(preview.getByRole('link', { name: '(619) 555-0142' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await button(page, 'Publish new version').click();
  await expect(question(page)).toHaveAccessibleName('Publish this text as the Privacy Policy?');
  await expectAccessible(page, '[role=alertdialog]');
  await question(page).getByRole('button', { name: 'Publish' }).click();
  await expect(toast(page, 'Privacy Policy published as version 1')).toBeVisible();
  const versions = page.getByRole('table', { name: 'Versions of the Privacy Policy' });
  await expect(versions.getByRole('row')).toContainText(['Version', '1 (current)', 'Built-in text']);
  await expect(button(page, 'Publish new version')).toBeDisabled();

  await versions.getByRole('link', { name: 'View version 0' }).click();
  const first = page.getByRole('region', { name: 'Version 0', exact: true });
  await expect(first.getByRole('heading', { name: 'What we collect' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Restore as a new version').click();
  await question(page).getByRole('button', { name: 'Publish' }).click();
  await expect(toast(page, 'Privacy Policy published as version 2')).toBeVisible();
  await expect(text(page)).toHaveValue(/^## What we collect/);

  await page.goto('/privacy?version=1');
  await expect(page.getByText('This is an earlier version')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'current version' }).click();
  await expect(page.getByRole('heading', { name: 'What we collect' })).toBeVisible();
  await expect(page.getByText('This is an earlier version')).toHaveCount(0);
});
test('what is typed stays while another page or version is shown, and is not lost by accident', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto(EDITOR);
  await text(page).fill('Unfinished');
  await page.getByRole('link', { name: 'Warranty', exact: true }).first().click();
  await expect(page.getByLabel('Text of the Warranty')).toHaveValue(/^## How long parts are covered/);
  await page
    .getByRole('navigation', { name: 'Legal pages' })
    .getByRole('link', { name: 'Privacy Policy' })
    .click();
  await expect(text(page)).toHaveValue('Unfinished');
  await page.getByRole('link', { name: 'View version 0' }).click();
  await page.getByRole('link', { name: 'Back to the current text' }).click();
  await expect(text(page)).toHaveValue('Unfinished');

  await page.getByRole('tab', { name: 'Conditions' }).click();
  await expect(question(page)).toHaveAccessibleName('Discard your changes?');
  await question(page).getByRole('button', { name: 'Keep Editing' }).click();
  await expect(text(page)).toHaveValue('Unfinished');
  await page.getByRole('tab', { name: 'Conditions' }).click();
  await question(page).getByRole('button', { name: 'Discard Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Conditions', level: 2 })).toBeVisible();
});

test('after someone else has published, the text is kept, and can be published on purpose', async ({
  page,
  signIn,
  owner,
}) => {
  await signIn();
  await page.goto(EDITOR);
  await text(page).fill('Mine');
  await owner.query("insert into legal_texts (page, body) values ('privacy', 'Theirs')");
  const publish = async () => {
    await button(page, 'Publish new version').click();
    await question(page).getByRole('button', { name: 'Publish' }).click();
  };
  await publish();
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText(
    'someone else has published a version',
  );
  await expect(page.getByRole('table')).toContainText('1 (current)');
  await expect(text(page)).toHaveValue('Mine');
  await publish();
  await expect(toast(page, 'Privacy Policy published as version 2')).toBeVisible();
});
