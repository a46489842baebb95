/** An error with a message for the shopper (Spec §8, Checkout). */
export class CheckoutError extends Error {}

/**
 * Opens the payment page in a new tab, or in this tab if pop-ups are blocked. Call it synchronously in the click handler,
 * or browsers block the new tab.
 *
 * @param createPage resolves to the page's URL; its errors are passed on.
 */
export async function payInNewTab(createPage: () => Promise<string>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  // The provider's page must not access the shop's window.
  if (tab) tab.opener = null;
  try {
    const url = await createPage();
    const target = tab && !tab.closed ? tab : window;
    target.location.assign(new URL(url, window.location.href));
  } catch (error) {
    tab?.close();
    throw error;
  }
}
