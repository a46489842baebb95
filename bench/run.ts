import { parseArgs } from 'node:util';
import { benchAudit } from './audit.ts';
import { benchApiParts } from './api-parts.ts';
import { openCatalogs } from './catalogs.ts';
import { benchCheckout } from './checkout.ts';
import { benchBackup } from './backup.ts';
import { benchBulk } from './bulk.ts';
import { benchExport } from './export.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchFitment } from './fitment.ts';
import { benchImport } from './import.ts';
import { benchInteractions } from './interactions.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchLive } from './live.ts';
import { benchLists } from './lists.ts';
import { benchMetrics } from './metrics.ts';
import { benchMixedSearches } from './mixed-searches.ts';
import { benchOrders } from './orders.ts';
import { benchPageCache } from './page-cache.ts';
import { benchPages } from './pages.ts';
import { benchPeers } from './peers.ts';
import { benchPanel } from './panel.ts';
import { benchSales } from './sales.ts';
import { benchPlans } from './plans.ts';
import { benchProcessorTime } from './processor-time.ts';
import { benchSearch } from './search.ts';
import { benchShoppers } from './shoppers.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchStreams } from './streams.ts';
import { benchWorkers } from './workers.ts';
import { benchWrites } from './writes.ts';

/**
 * npm run bench [-- the names of benchmarks below]
 *   [--parts 1000000] [--rows 100000] [--minutes 5] [--events 5000000] [--orders 1000000] [--seconds 3] [--edits 0] [--against FOLDER]
 *   [--stage catalog | backup | verify]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    parts: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '5000000' },
    orders: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    edits: { type: 'string', default: '0' },
    against: { type: 'string' },
    stage: { type: 'string' },
  },
});
const benches = {
  search: benchSearch,
  'mixed-searches': benchMixedSearches,
  'processor-time': benchProcessorTime,
  lists: benchLists,
  'api-parts': benchApiParts,
  pages: benchPages,
  peers: benchPeers,
  'page-cache': benchPageCache,
  lighthouse: benchLighthouse,
  'first-load': benchFirstLoad,
  interactions: benchInteractions,
  streams: benchStreams,
  start: benchStart,
  shoppers: benchShoppers,
  soak: benchSoak,
  plans: benchPlans,
  audit: benchAudit,
  workers: benchWorkers,
  writes: benchWrites,
  live: benchLive,
  metrics: benchMetrics,
  orders: benchOrders,
  sales: benchSales,
  fitment: benchFitment,
  export: benchExport,
  import: benchImport,
  bulk: benchBulk,
  backup: benchBackup,
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
      events: Number(values.events),
      orders: Number(values.orders),
      rows: Number(values.rows),
      minutes: Number(values.minutes),
      seconds: Number(values.seconds),
      edits: Number(values.edits),
      against: values.against,
      stage: values.stage,
    });
  }
} finally {
  await catalogs.close();
}
