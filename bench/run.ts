import { parseArgs } from 'node:util';
import { benchAgents } from './agents.ts';
import { benchBulk } from './bulk.ts';
import { benchCheckout } from './checkout.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchImport } from './import.ts';
import { benchInteractions } from './interactions.ts';
import type { BenchOptions } from './shop.ts';
import { benchOrders } from './orders.ts';
import { benchPageCache } from './page-cache.ts';
import { benchApiParts, benchPages } from './pages.ts';
import { benchPanel } from './panel.ts';
import { benchPeers } from './peers.ts';
import { benchSearch } from './search.ts';
import { benchWrites } from './writes.ts';
import { benchYard } from './yard.ts';

const benches: Record<string, (options: BenchOptions) => Promise<void>> = {
  search: benchSearch,
  'api-parts': benchApiParts,
  agents: benchAgents,
  pages: benchPages,
  peers: benchPeers,
  'page-cache': benchPageCache,
  'first-load': benchFirstLoad,
  interactions: benchInteractions,
  writes: benchWrites,
  orders: benchOrders,
  import: benchImport,
  bulk: benchBulk,
  panel: benchPanel,
  checkout: benchCheckout,
  yard: benchYard,
};

/** npm run bench [-- NAMES] [--parts 1000000] [--orders 1000000] [--rows 100000] [--minutes 5] [--seconds 3] [--against FOLDER] */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    parts: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    against: { type: 'string' },
  },
});
const unknown = positionals.find((name) => !(name in benches));
if (unknown !== undefined)
  throw new Error(`Unknown benchmark "${unknown}". Choose from ${Object.keys(benches).join(', ')}.`);

// An exit stops the shops that a benchmark has started (shop.ts).
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n## ${name}\n`);
  await bench({
    parts: Number(values.parts),
    orders: Number(values.orders),
    rows: Number(values.rows),
    minutes: Number(values.minutes),
    seconds: Number(values.seconds),
    against: values.against,
  });
}
