import { startStripeStandIn } from '../tests/support/stripe-stand-in.ts';
import { atRate, load, printTable, summarize } from './measure.ts';
import { type BenchOptions, openShop } from './shop.ts';
import { createShopper, type OfferedPart, toPayment } from './shopper.ts';

const PARTS = 20_000;
const BUYERS = 32;

/** 200 shoppers look at each page for 1 to 5 seconds. */
const PAGES_PER_SECOND = 67;

const STRIPE = { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' };

/** Measures begun payments, with a payment provider on loopback, alone and beside shoppers. */
export async function benchCheckout({ seconds }: BenchOptions): Promise<void> {
  await using stripe = await startStripeStandIn(STRIPE);
  await using shop = await openShop({
    parts: PARTS,
    name: 'checkout',
    environment: {
      STRIPE_SECRET_KEY: STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
  });
  // This removes what the last run left.
  await shop.owner.query('truncate orders, limits, live_changes cascade');
  await shop.owner.query('update parts_catalog set stock_held = 0 where stock_held > 0');
  const shopper = await createShopper(shop);
  // The shop asks for a destination first if the cart has a battery.
  const [popular, ...parts] = shopper.parts.filter(({ name }) => !name.includes('Battery')) as [
    OfferedPart,
    ...OfferedPart[],
  ];
  await shop.owner.query('update parts_catalog set stock_quantity = 1000000 where id = $1', [popular.id]);
  await shop.owner.query('vacuum analyze');

  const different = () => parts.pop() ?? popular;
  const begin = (pick: () => OfferedPart, duration: number) =>
    load(
      shop,
      () => ({
        path: '/functions/v1/create-payment',
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: shop.address },
        body: toPayment(pick()),
      }),
      { clients: BUYERS, seconds: duration, mayRefuse: true },
    );
  await begin(different, 2);
  const rows = [];
  for (const perSecond of [0, PAGES_PER_SECOND]) {
    for (const [buyers, pick] of [
      ['different parts', different],
      ['one part', () => popular],
    ] as const) {
      const closing = new AbortController();
      const browsing =
        perSecond > 0 ? atRate(shopper.visit, { perSecond, signal: closing.signal }) : Promise.resolve([]);
      const figures = await begin(pick, seconds);
      closing.abort();
      rows.push({
        buyers: perSecond > 0 ? `${buyers}, 200 shoppers` : buyers,
        'per second': figures.perSecond,
        'median, ms': figures.median,
        'p99, ms': figures.p99,
        'shoppers p99, ms': perSecond > 0 ? summarize(await browsing).p99.toFixed(0) : '',
        'answered 503': figures.refused,
        'shop, ms of CPU': figures.shop,
        'database, ms of CPU': figures.database,
      });
    }
  }
  console.log(
    `${PARTS.toLocaleString('en-US')} parts, ${BUYERS} buyers who each begin their next payment at once.\n`,
  );
  printTable(rows);
}
