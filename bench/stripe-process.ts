import { startStripeStandIn } from '../tests/support/stripe-stand-in.ts';

/** The payment provider, in a process of its own. */
process.once('message', async (secrets: { secretKey: string; webhookSecret: string }) => {
  const stripe = await startStripeStandIn(secrets);
  process.send?.(stripe.url);
});
