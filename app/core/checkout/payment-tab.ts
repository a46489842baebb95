/** The message is for the shopper (Spec §8, Checkout). */
export class CheckoutError extends Error {}

/** Uses this tab if pop-ups are blocked. Call it synchronously in the click handler, or browsers block the new tab. */
export async function payInNewTab(createPage: () => Promise<string>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  if (tab) {
    const { document } = tab;
    document.title = 'Secure payment';
    document.body.textContent = 'Waiting for the payment page. Your parts are being held for you…';
    document.body.style.font = '1.25rem system-ui';
    document.body.style.margin = '20vh 10vw';
    // The provider's page must not access the shop's window.
    tab.opener = null;
  }
  try {
    const url = await createPage();
    const target = tab && !tab.closed ? tab : window;
    target.location.assign(new URL(url, window.location.href));
  } catch (error) {
    tab?.close();
    throw error;
  }
}
