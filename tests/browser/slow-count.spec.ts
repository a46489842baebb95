import { expect, test } from '../support/own-shop.ts';
import { card, cartLink, names } from '../support/screens.ts';

// In a shop of its own, because all counts of a shop wait.
test('a slow count appears after the parts, in reserved space', async ({ page, make, stock, owner }) => {
  await stock([{ part_name: 'Slowly Rotor' }, { part_name: 'Pads' }]);
  await owner.query(`
    create or replace function search_is_large() returns boolean
      language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(7); return false; end $$`);
  try {
    await page.goto(`/junkyard?${new URLSearchParams({ make, sort: 'name' })}`);
    // The page runs when it has read the cart.
    await expect(cartLink(page)).toHaveAccessibleName(/item/);
    await owner.query('select pg_advisory_lock(7)');
    const top = () => card(page, 'Slowly Rotor').evaluate((part) => part.getBoundingClientRect().top);
    await expect(names(page)).toHaveText(['Pads', 'Slowly Rotor']);
    const first = () => page.getByRole('main').getByRole('listitem').first();
    const before = await first().evaluate((part) => part.getBoundingClientRect().top);
    // A change just before the page was loaded can make it ask for the count of all parts too.
    const asked = page.waitForRequest((request) => /\/api\/parts\/count\?q=/.test(request.url()));
    await page
      .getByPlaceholder('Search by part name, make, model, or OEM number...', { exact: true })
      .fill('slowly');
    await expect(names(page)).toHaveText(['Slowly Rotor']);
    expect(new URL((await asked).url()).search).toBe(`?${new URLSearchParams({ q: 'slowly', make })}`);
    await expect(page.getByText(/parts found/)).toHaveCount(0);
    expect(await top()).toBe(before);
    await owner.query('select pg_advisory_unlock(7)');
    await expect(page.getByText('1 parts found', { exact: true })).toBeVisible();
    expect(await top()).toBe(before);
  } finally {
    await owner.query('select pg_advisory_unlock_all()');
    await owner.query(
      'create or replace function search_is_large() returns boolean language sql stable return false',
    );
  }
});
