/** No payment, for a reason that the specification words. */
export class CheckoutError extends Error {}

/**
 * Opens the payment page in a new tab; call it in the click itself, or the browser takes the tab for an unasked pop-up.
 * Where none can be opened, this tab goes there.
 *
 * @param pay asks for the payment; what it fails with, this fails with.
 */
export async function payInNewTab(pay: () => Promise<string>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  // The payment page is somebody else's: it must not reach back into the shop.
  if (tab) tab.opener = null;
  try {
    const url = await pay();
    const target = tab && !tab.closed ? tab : window;
    target.location.assign(new URL(url, window.location.href));
  } catch (error) {
    tab?.close();
    throw error;
  }
}
