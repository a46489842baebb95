import { raiseAlert, settleAlert } from '#alerts';
import { defaultTax } from '#domain/pricing/pricing-terms.ts';
import type { Database } from '#services/database.server.ts';
import { readSettings } from '#settings';

const ALERT = { kind: 'demo-tax-rate', subject: 'tax' } as const;

/** Keeps the alert about the demo's tax rate open as long as a shop in production charges it. */
export async function reviewTaxSettings(database: Database, production: boolean): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const { tax } = await readSettings(transaction);
    const isDemoRate = production && tax.mode === 'flat' && tax.flatRate === defaultTax.flatRate;
    if (isDemoRate) {
      await raiseAlert(transaction, { ...ALERT, details: { Rate: `${tax.flatRate * 100} % of each order` } });
    } else await settleAlert(transaction, ALERT);
  });
}
