import { parseArgs } from 'node:util';
import { openCatalogs } from './catalogs.ts';
import { benchCheckout } from './checkout.ts';
import { benchBulk } from './bulk.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchImport } from './import.ts';
import { benchInteractions } from './interactions.ts';
import { benchOrders } from './orders.ts';
import { benchPageCache } from './page-cache.ts';
import { benchApiParts, benchPages } from './pages.ts';
import { benchPeers } from './peers.ts';
import { benchPanel } from './panel.ts';
import { benchSearch } from './search.ts';
import { benchWrites } from './writes.ts';

/**
 * npm run bench [-- the names of benchmarks below]
 *   [--parts 1000000] [--rows 100000] [--minutes 5] [--orders 1000000] [--seconds 3] [--edits 0] [--against FOLDER]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    parts: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    edits: { type: 'string', default: '0' },
    against: { type: 'string' },
  },
});
const benches = {
  search: benchSearch,
  'api-parts': benchApiParts,
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
};
const selected = positionals.length > 0 ? positionals : Object.keys(benches);
for (const name of selected) {
  if (!(name in benches))
    throw new Error(`Unknown benchmark "${name}". Choose from ${Object.keys(benches).join(', ')}.`);
}

const catalogs = await openCatalogs();
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (!selected.includes(name)) continue;
    console.log(`\n## ${name}\n`);
    await bench(catalogs, {
      parts: Number(values.parts),
      orders: Number(values.orders),
      rows: Number(values.rows),
      minutes: Number(values.minutes),
      seconds: Number(values.seconds),
      edits: Number(values.edits),
      against: values.against,
    });
  }
} finally {
  await catalogs.close();
}
