import { describe, expect, test, vi } from 'vitest';
import { addItem, type CartItem } from './cart.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';

const pages = openBrowserPages();

const pads = { id: 'a', name: 'Brake Pads', partNumber: '45022', price: 40, image: '' };
const rotor = { id: 'b', name: 'Rotor', partNumber: '', price: 60.5, image: '' };
const cartOf = (...items: Omit<CartItem, 'quantity'>[]) =>
  items.reduce<CartItem[]>((cart, item) => addItem(cart, item), []);

const loadStore = () => import('./cart-store.ts');

/** A tab shares nothing but the storage with the first one. */
function loadInOtherTab() {
  vi.resetModules();
  return loadStore();
}

describe('the cart', () => {
  test.each(['works', 'blocked'] as const)('is empty at first; the storage %s', async (state) => {
    pages.current.storage.state = state;
    const { readCart } = await loadStore();
    expect(readCart()).toEqual([]);
  });

  test('is kept under cart.items', async () => {
    const { changeCart } = await loadStore();
    changeCart((items) => addItem(items, pads));
    expect(JSON.parse(pages.current.storage.getItem('cart.items') ?? '')).toEqual(cartOf(pads));
  });

  test('is there when the page is loaded again', async () => {
    const { changeCart } = await loadStore();
    changeCart((items) => addItem(items, pads));
    const { readCart, readSnapshot } = await loadInOtherTab();
    expect(readCart()).toEqual(cartOf(pads));
    expect(readSnapshot()).toEqual(cartOf(pads));
  });

  test('has what two tabs add', async () => {
    const one = await loadStore();
    const other = await loadInOtherTab();
    one.changeCart((items) => addItem(items, pads));
    other.changeCart((items) => addItem(items, rotor));
    expect(one.readCart()).toEqual(cartOf(pads, rotor));
    expect(other.readCart()).toEqual(cartOf(pads, rotor));
  });

  test('does not get back what was removed in another tab', async () => {
    const one = await loadStore();
    const other = await loadInOtherTab();
    one.changeCart((items) => addItem(items, pads));
    other.changeCart(() => []);
    one.changeCart((items) => addItem(items, rotor));
    expect(one.readCart()).toEqual(cartOf(rotor));
  });
});

describe('a change that cannot be saved', () => {
  test.each(['full', 'blocked'] as const)('stays on the page while the storage is %s', async (state) => {
    const { changeCart, readCart, readSnapshot } = await loadStore();
    pages.current.storage.state = state;
    changeCart((items) => addItem(items, pads));
    changeCart((items) => addItem(items, rotor));
    expect(readCart()).toEqual(cartOf(pads, rotor));
    expect(readSnapshot()).toEqual(cartOf(pads, rotor));
  });

  test('is saved once, with the next one', async () => {
    const { changeCart, readCart } = await loadStore();
    pages.current.storage.state = 'full';
    changeCart((items) => addItem(items, pads));
    pages.current.storage.state = 'works';
    changeCart((items) => addItem(items, rotor));
    changeCart((items) => addItem(items, rotor));
    const expected = [
      { ...pads, quantity: 1 },
      { ...rotor, quantity: 2 },
    ];
    expect(readCart()).toEqual(expected);
    expect(JSON.parse(pages.current.storage.getItem('cart.items') ?? '')).toEqual(expected);
  });
});

describe('a page that shows the cart', () => {
  async function showCart() {
    const { subscribeToCart, ...store } = await loadStore();
    const onChange = vi.fn<() => void>();
    const leave = subscribeToCart(onChange);
    return { ...store, subscribeToCart, onChange, leave };
  }

  test('hears of each change', async () => {
    const { changeCart, readSnapshot, onChange } = await showCart();
    changeCart((items) => addItem(items, pads));
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(readSnapshot()).toEqual(cartOf(pads));
  });

  test('has the same object until a change', async () => {
    const { changeCart, readSnapshot } = await showCart();
    changeCart((items) => addItem(items, pads));
    const first = readSnapshot();
    expect(readSnapshot()).toBe(first);
    changeCart((items) => addItem(items, rotor));
    expect(readSnapshot()).not.toBe(first);
  });

  test('shows what another tab changes', async () => {
    const { readSnapshot, onChange } = await showCart();
    expect(readSnapshot()).toEqual([]);
    pages.current.storeInOtherTab('cart.items', JSON.stringify(cartOf(pads)));
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(readSnapshot()).toEqual(cartOf(pads));
  });

  test('shows an empty cart after another tab cleared the storage', async () => {
    const { changeCart, readSnapshot, onChange } = await showCart();
    changeCart((items) => addItem(items, pads));
    pages.current.clearStorageInOtherTab();
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(readSnapshot()).toEqual([]);
  });

  test('ignores what other tabs store elsewhere', async () => {
    const { onChange } = await showCart();
    pages.current.storeInOtherTab('checkout.open', '1');
    expect(onChange).not.toHaveBeenCalled();
  });

  test('reads the cart again when it comes from the back/forward cache', async () => {
    const { readSnapshot, onChange } = await showCart();
    expect(readSnapshot()).toEqual([]);
    pages.current.storage.setItem('cart.items', JSON.stringify(cartOf(pads)));
    pages.current.show(false);
    expect(onChange).not.toHaveBeenCalled();
    pages.current.show(true);
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(readSnapshot()).toEqual(cartOf(pads));
  });

  test('follows other tabs until its component is gone', async () => {
    const { subscribeToCart, onChange, leave } = await showCart();
    const second = vi.fn<() => void>();
    const leaveSecond = subscribeToCart(second);
    leave();
    pages.current.storeInOtherTab('cart.items', JSON.stringify(cartOf(pads)));
    pages.current.show(true);
    expect(onChange).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledTimes(2);
    leaveSecond();
    pages.current.storeInOtherTab('cart.items', '[]');
    pages.current.show(true);
    expect(second).toHaveBeenCalledTimes(2);
  });

  test('reads the cart anew when a component comes back', async () => {
    const { readSnapshot, leave } = await showCart();
    expect(readSnapshot()).toEqual([]);
    leave();
    pages.current.storeInOtherTab('cart.items', JSON.stringify(cartOf(pads)));
    expect(readSnapshot()).toEqual(cartOf(pads));
  });
});
