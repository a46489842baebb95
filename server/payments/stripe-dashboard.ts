/** Returns the address of a payment in Stripe's dashboard, without the payment's id. */
export function stripePaymentPages(secretKey: string): string {
  const isTest = /^[rs]k_test_/.test(secretKey);
  return `https://dashboard.stripe.com/${isTest ? 'test/' : ''}payments/`;
}
