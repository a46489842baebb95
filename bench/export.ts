import type { BenchOptions, Catalogs } from './catalogs.ts';
import { printTable } from './measure.ts';
import { openPanelShop } from './panel-shop.ts';

/** Exports of the whole catalog and of a category, with the memory of the process and the p99 of shoppers beside them. */
export async function benchExport(
  catalogs: Catalogs,
  { parts, minutes, seconds }: BenchOptions,
): Promise<void> {
  const catalog = await catalogs.open(parts);
  const rows = [];
  for (const path of ['parts.csv?private=yes', 'parts.csv?category=Brakes', 'ebay.csv?ebay_category=33564']) {
    // A process of its own, because memory that was once used is not always given back.
    await using shop = await openPanelShop(catalog);
    await shop.watchShoppers(seconds);
    const alone = await shop.watchShoppers(seconds * 3);
    const atRest = await shop.memoryAtRest();
    let isOver = false;
    const file = await shop.request(`/admin/export/${path}`, { headers: { 'Accept-Encoding': 'identity' } });
    const download = countLines(file).finally(() => (isOver = true));
    const work = await shop.watchWork(() => Promise.resolve(isOver), { minutes, atRest });
    const { bytes, lines } = await download;
    rows.push({
      file: path,
      lines,
      MB: bytes / 1e6,
      seconds: work.seconds,
      'shop, s of CPU': work.shopTime,
      'database, s of CPU': work.databaseTime,
      'at rest, MB': atRest,
      'more memory, MB': work.memory,
      'longest turn, ms': work.longestTurn,
      'p99 of shoppers alone, ms': alone,
      'p99 of shoppers beside, ms': work.p99,
    });
  }
  console.log(`${parts.toLocaleString('en-US')} parts, one reader as fast as it can, beside shoppers.\n`);
  printTable(rows);
}

async function countLines({ body }: Response): Promise<{ bytes: number; lines: number }> {
  let bytes = 0;
  let lines = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { bytes, lines };
}
