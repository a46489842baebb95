import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import { defaultTax } from '#core/pricing/pricing-terms.ts';
import type { Database } from '#core/platform/database.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 });
const ALERT = { kind: 'demo-tax-rate', subject: 'tax' } as const;

/** Keeps the alert about the demo's tax rate open as long as a shop in production charges it. */
export async function reviewTaxSettings(database: Database, production: boolean): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const { tax } = await readSettings(transaction);
    const isDemoRate = production && tax.mode === 'flat' && tax.flatRate === defaultTax.flatRate;
    if (isDemoRate) {
      const rate = percent.format(tax.flatRate);
      await raiseAlert(transaction, { ...ALERT, details: { Rate: `${rate} of each order` } });
    } else await settleAlert(transaction, ALERT);
  });
}
