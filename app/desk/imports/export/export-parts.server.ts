import type { Kysely } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { BYTE_ORDER_MARK, type CsvCell, formatCsvLine } from '#core/values/csv.ts';
import { exportedColumns, type PartFileColumn, yardColumns } from '#core/imports/cells/columns.ts';
import { ebayColumns, ebayRows, type EbayTerms } from './ebay-file.ts';
import { shopifyColumns, shopifyRows } from './shopify-file.ts';
import { woocommerceColumns, woocommerceRow } from './woocommerce-file.ts';
import type { RunAsPerson } from '#core/accounts/only-staff.server.ts';
import { runAtHalfSpeed } from '#core/platform/run-at-half-speed.server.ts';
import { type ExportSelection, findExport } from './find-export.server.ts';
import { findEbayParts, readListedParts, readFileParts } from './read-export.server.ts';

/** Keeps batches small, because formatting blocks all other requests. */
const BATCH_SIZE = 50;

export type ExportFile =
  | { format: 'parts'; withPrivate: boolean }
  | { format: 'yard' }
  | { format: 'shopify' }
  | { format: 'woocommerce' }
  | { format: 'ebay'; terms: EbayTerms };

interface ExportParts {
  file: ExportFile;
  selection: ExportSelection;
  siteUrl: string;
  /** Runs work in a transaction of the admin. */
  run: RunAsPerson;
  /** Reads only what visitors may read. */
  publicDatabase: Kysely<DB>;
}

/** Logs who exports, then yields the file in small chunks. No connection is in use between them. */
export async function* exportParts(options: ExportParts): AsyncGenerator<string> {
  const { file, selection, run } = options;
  await run((transaction) =>
    logAdminAction(transaction, 'export_parts', {
      format: file.format,
      private_fields: file.format === 'yard' || (file.format === 'parts' && file.withPrivate),
      searched: selection.q !== '',
      ...selection.filters,
    }),
  );
  const { begin, choose, lines } = createWriter(options);
  yield begin;
  for await (const page of findExport(run, selection)) {
    const ids = await runAtHalfSpeed(choose(page));
    for (let first = 0; first < ids.length; first += BATCH_SIZE) {
      const text = await runAtHalfSpeed(lines(ids.slice(first, first + BATCH_SIZE)));
      if (text !== '') yield text;
    }
  }
}

interface Writer {
  begin: string;
  /** Chooses the parts of a page that have lines. */
  choose: (ids: string[]) => Promise<string[]>;
  lines: (ids: string[]) => Promise<string>;
}

function createWriter({ file, siteUrl, run, publicDatabase }: ExportParts): Writer {
  if (file.format === 'ebay') {
    return {
      begin: formatCsvLine(ebayColumns),
      // This looks at many parts at once: clients and proxies close a download that sends nothing for a minute.
      choose: (ids) => findEbayParts(publicDatabase, ids),
      async lines(ids) {
        const parts = await readListedParts(publicDatabase, ids);
        return parts.map((part) => ebayRows(part, file.terms).map(formatCsvLine).join('')).join('');
      },
    };
  }
  if (file.format === 'shopify' || file.format === 'woocommerce') {
    const isShopify = file.format === 'shopify';
    return {
      begin: formatCsvLine(isShopify ? shopifyColumns : woocommerceColumns),
      choose: (ids) => Promise.resolve(ids),
      async lines(ids) {
        const parts = await readListedParts(publicDatabase, ids);
        const rows = parts.flatMap((part): CsvCell[][] =>
          isShopify ? shopifyRows(part, siteUrl) : [woocommerceRow(part, siteUrl)],
        );
        return rows.map(formatCsvLine).join('');
      },
    };
  }
  const columns: readonly PartFileColumn[] = file.format === 'yard' ? yardColumns : exportedColumns(file);
  const context = { siteUrl, makes: [] };
  return {
    begin: BYTE_ORDER_MARK + formatCsvLine(columns.map(({ header }) => header)),
    choose: (ids) => Promise.resolve(ids),
    async lines(ids) {
      const parts = await run((transaction) => readFileParts(transaction, ids));
      return parts
        .map((part) => formatCsvLine(columns.map((column) => column.write(part, context))))
        .join('');
    },
  };
}
