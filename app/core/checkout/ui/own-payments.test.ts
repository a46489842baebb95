import { describe, expect, test } from 'vitest';
import { openBrowserPages } from '#tests/support/browser-page.ts';

const pages = openBrowserPages();

const payment = {
  orderId: 'order',
  purchase: 'cart' as const,
  url: 'https://pay.test/session',
  heldUntil: '2026-05-01T12:00:00Z',
};
const other = { ...payment, orderId: 'other order', purchase: 'buy_now' as const, url: null };
const paid = { sessionId: 'session', bought: [{ partId: 'a', quantity: 1 }] };

const line = (id: string) => ({ id, name: 'Horn', partNumber: '', price: 40, quantity: 1, image: '' });

async function load() {
  const own = await import('#core/accounts/own-holds.ts');
  const payments = await import('./own-payments.ts');
  const { readCart } = await import('#core/carts/cart-store.ts');
  return { ...own, ...payments, readCart };
}

function answerWith(payments: object[], newlyPaid: object[] = []) {
  pages.current.answer = () => ({ payments, paid: newlyPaid });
}

describe('the holds of this visitor', () => {
  test('are known by part, with their payments', async () => {
    answerWith([
      {
        ...payment,
        holds: [
          { partId: 'a', quantity: 2 },
          { partId: 'b', quantity: 1 },
        ],
      },
      { ...other, holds: [{ partId: 'a', quantity: 1 }] },
    ]);
    const { readOwnHolds, refreshOwnHolds } = await load();
    expect(readOwnHolds()).toBeUndefined();
    await refreshOwnHolds();
    expect([...(readOwnHolds() ?? [])]).toEqual([
      [
        'a',
        [
          { ...payment, quantity: 2 },
          { ...other, quantity: 1 },
        ],
      ],
      ['b', [{ ...payment, quantity: 1 }]],
    ]);
    expect(pages.current.paths).toEqual(['/functions/v1/own-holds']);
  });

  test('stay as they were if the shop does not answer', async () => {
    const { readOwnHolds, refreshOwnHolds } = await load();
    answerWith([{ ...payment, holds: [{ partId: 'a', quantity: 2 }] }]);
    await refreshOwnHolds();
    const known = readOwnHolds();
    // The status counts, whatever the body is.
    pages.current.answer = () => Response.json({ payments: [], paid: [] }, { status: 503 });
    await refreshOwnHolds();
    expect(readOwnHolds()).toBe(known);
  });

  test('are none if the shop has not answered yet', async () => {
    const { readOwnHolds, refreshOwnHolds } = await load();
    await refreshOwnHolds();
    expect(readOwnHolds()).toEqual(new Map());
  });

  test('are those of the last request, also if an earlier one is answered later', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    pages.current.answer = () => promise;
    const { readOwnHolds, refreshOwnHolds } = await load();
    const earlier = refreshOwnHolds();
    answerWith([{ ...payment, holds: [{ partId: 'b', quantity: 1 }] }]);
    await refreshOwnHolds();
    resolve({ payments: [{ ...payment, holds: [{ partId: 'a', quantity: 1 }] }], paid: [paid] });
    await earlier;
    expect([...(readOwnHolds()?.keys() ?? [])]).toEqual(['b']);
    expect(pages.current.toasts).toEqual([]);
  });
});

describe('a payment that was paid elsewhere', () => {
  test('leaves the cart, with a message, once', async () => {
    pages.current.storage.setItem('cart.items', JSON.stringify([line('a'), line('b')]));
    answerWith([], [paid]);
    const { readCart, refreshOwnHolds } = await load();
    await refreshOwnHolds();
    await refreshOwnHolds();
    expect(readCart()).toEqual([line('b')]);
    expect(pages.current.toasts).toEqual([
      {
        kind: 'success',
        title: 'Payment Successful!',
        description: 'Thank you for your purchase. You will receive a confirmation email shortly.',
      },
    ]);
  });

  test('has no message on the success page, which says the same', async () => {
    pages.current.storage.setItem('cart.items', JSON.stringify([line('a')]));
    pages.current.window.location.pathname = '/payment-success';
    answerWith([], [paid]);
    const { readCart, refreshOwnHolds } = await load();
    await refreshOwnHolds();
    expect(readCart()).toEqual([]);
    expect(pages.current.toasts).toEqual([]);
  });

  test('is not announced if there is none', async () => {
    answerWith([]);
    const { refreshOwnHolds } = await load();
    await refreshOwnHolds();
    expect(pages.current.toasts).toEqual([]);
  });
});

describe('an open payment', () => {
  const hasHint = () => pages.current.storage.getItem('checkout.open') !== null;

  test('makes pages load the holds for a day', async () => {
    const { recordOpenPayment } = await load();
    const before = Date.now();
    await recordOpenPayment();
    const end = Number(pages.current.storage.getItem('checkout.open'));
    expect(end).toBeGreaterThanOrEqual(before + 24 * 60 * 60_000);
    expect(end).toBeLessThanOrEqual(Date.now() + 24 * 60 * 60_000);
    expect(pages.current.paths).toEqual(['/functions/v1/own-holds']);
  });

  test('loads its holds also if nothing can be stored', async () => {
    pages.current.storage.state = 'blocked';
    answerWith([{ ...payment, holds: [{ partId: 'a', quantity: 2 }] }]);
    const { readOwnHolds, recordOpenPayment } = await load();
    await recordOpenPayment();
    expect(readOwnHolds()?.has('a')).toBe(true);
    answerWith([]);
    await recordOpenPayment();
    expect(readOwnHolds()?.size).toBe(0);
  });

  test('is forgotten when no payment is open any more', async () => {
    const { recordOpenPayment, refreshOwnHolds } = await load();
    answerWith([{ ...payment, holds: [] }]);
    await recordOpenPayment();
    expect(hasHint()).toBe(true);
    answerWith([]);
    await refreshOwnHolds();
    expect(hasHint()).toBe(false);
  });
});

describe('canceling a payment', () => {
  function answerCancel(cancelStatus: number, body: object) {
    pages.current.answer = ({ url }) =>
      url.endsWith('/cancel-payment')
        ? Response.json(body, { status: cancelStatus })
        : { payments: [{ ...payment, holds: [{ partId: 'b', quantity: 1 }] }], paid: [] };
  }

  test.each([
    [{ status: 'canceled' }, 'canceled'],
    [{ status: 'completed' }, 'completed'],
    [{}, 'pending'],
  ])('an answer of %j means %s', async (body, status) => {
    answerCancel(200, body);
    const { cancelPayment, isOwnPurchase, readOwnHolds, setOwnPurchase } = await load();
    setOwnPurchase(['a']);
    expect(await cancelPayment('order')).toBe(status);
    const [sent] = pages.current.requests;
    expect(sent?.method).toBe('POST');
    expect(await sent?.text()).toBe('order=order');
    expect(pages.current.paths).toEqual(['/functions/v1/cancel-payment', '/functions/v1/own-holds']);
    expect([...(readOwnHolds()?.keys() ?? [])]).toEqual(['b']);
    expect(isOwnPurchase('a')).toBe(false);
  });

  test('is an error if the shop refuses', async () => {
    answerCancel(404, { status: 'canceled' });
    const { cancelPayment, isOwnPurchase, setOwnPurchase } = await load();
    setOwnPurchase(['a']);
    await expect(cancelPayment('order')).rejects.toThrow('cancel-payment answered 404');
    expect(isOwnPurchase('a')).toBe(true);
  });
});
