import { data } from 'react-router';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { importTaxRates } from '#core/pricing/import-tax-rates.server.ts';
import type { Route } from './+types/tax-rates.ts';

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error importing tax rates', async () => {
    const form = await request.formData().catch(() => new FormData());
    const file = form.get('file');
    if (!(file instanceof File) || file.size === 0) {
      return { done: false, message: 'Error importing tax rates: choose a file' };
    }
    return importTaxRates({
      content: file.stream(),
      source: file.name,
      dryRun: form.get('intent') === 'check',
      transact: asAdmin(context),
    });
  });
}
