import { describe, expect, test, vi } from 'vitest';
import type { OwnHold } from '#core/accounts/own-holds.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';

const pages = openBrowserPages();

const hold: OwnHold = {
  orderId: 'order',
  purchase: 'cart',
  url: null,
  heldUntil: '2026-05-01T12:00:00Z',
  quantity: 1,
};

async function load() {
  const own = await import('#core/accounts/own-holds.ts');
  const watching = await import('./own-payments.ts');
  return { ...own, ...watching };
}

const countRequests = () => pages.current.requests.length;

describe('watching the holds', () => {
  test('loads them at once', async () => {
    const { watchOwnHolds } = await load();
    watchOwnHolds();
    expect(pages.current.paths).toEqual(['/functions/v1/own-holds']);
  });

  test('loads them once for each change in another tab', async () => {
    const { followOwnHolds, watchOwnHolds } = await load();
    followOwnHolds();
    watchOwnHolds();
    watchOwnHolds();
    const before = countRequests();
    pages.current.storeInOtherTab('checkout.open', '1');
    expect(countRequests()).toBe(before + 1);
    pages.current.clearStorageInOtherTab();
    expect(countRequests()).toBe(before + 2);
    pages.current.storeInOtherTab('cart.items', '[]');
    expect(countRequests()).toBe(before + 2);
  });

  test.each([
    ['the visitor returns from the payment', Date.now() + 60_000, 'visible', 1],
    ['the visitor leaves the page', Date.now() + 60_000, 'hidden', 0],
    ['the visitor returns, and no payment is open', Date.now() - 60_000, 'visible', 0],
  ] as const)('when %s', async (_, openUntil, visibility, requests) => {
    const { followOwnHolds } = await load();
    followOwnHolds();
    pages.current.storage.setItem('checkout.open', String(openUntil));
    pages.current.changeVisibility(visibility);
    expect(countRequests()).toBe(requests);
    pages.current.show(true);
    expect(countRequests()).toBe(2 * requests);
  });
});

describe('waiting for the visitor to be signed in', () => {
  test('loads the holds once then', async () => {
    const { setSignedIn, watchOwnHoldsWhenSignedIn } = await load();
    watchOwnHoldsWhenSignedIn();
    setSignedIn(false);
    expect(countRequests()).toBe(0);
    setSignedIn(true);
    setSignedIn(true);
    expect(countRequests()).toBe(1);
    pages.current.storeInOtherTab('checkout.open', '1');
    expect(countRequests()).toBe(2);
  });

  test('loads the holds at once if the visitor is', async () => {
    const { setSignedIn, watchOwnHoldsWhenSignedIn } = await load();
    setSignedIn(true);
    watchOwnHoldsWhenSignedIn();
    expect(countRequests()).toBe(1);
  });

  test('can stop', async () => {
    const { setSignedIn, watchOwnHoldsWhenSignedIn } = await load();
    watchOwnHoldsWhenSignedIn()();
    setSignedIn(true);
    expect(countRequests()).toBe(0);
  });
});

describe('changes of the holds', () => {
  test.each([
    ['the first ones', [], [['a', [hold]]], 1],
    ['none at first', [], [], 0],
    ['none instead of some', [['a', [hold]]], [], 1],
    ['none again', [[]], [], 0],
    ['others', [['a', [hold]]], [['b', [hold]]], 1],
  ] as const)('%s', async (_, before, after, calls) => {
    const { setOwnHolds, setSignedIn, subscribeToHoldChanges } = await load();
    if (before.length > 0) setOwnHolds(new Map(before.filter((entry) => entry.length > 0) as []));
    const onChange = vi.fn<() => void>();
    subscribeToHoldChanges(onChange);
    setOwnHolds(new Map(after));
    expect(onChange).toHaveBeenCalledTimes(calls);
    // Signing in is no change of the holds.
    setSignedIn(true);
    expect(onChange).toHaveBeenCalledTimes(calls);
  });

  test('are no longer reported after unsubscribing', async () => {
    const { setOwnHolds, subscribeToHoldChanges } = await load();
    const onChange = vi.fn<() => void>();
    subscribeToHoldChanges(onChange)();
    setOwnHolds(new Map([['a', [hold]]]));
    expect(onChange).not.toHaveBeenCalled();
  });
});
