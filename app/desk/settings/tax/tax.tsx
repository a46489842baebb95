import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { listCertificates } from './certificates.server.ts';
import { listTaxRates } from './list-tax-rates.server.ts';
import { SalesTaxView } from './sales-tax-view.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import type { Route } from './+types/tax.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const zip = /^\d{0,5}$/.exec(parameters.get('zip')?.trim() ?? '')?.[0] ?? '';
  const page = /^\d{1,4}$/.exec(parameters.get('page') ?? '')?.[0];
  return asAdmin(context)(async (transaction) => ({
    list: await listTaxRates(transaction, { zip, page: Math.max(1, Number(page ?? 1)) }),
    certificates: await listCertificates(transaction),
  }));
}

export default function AdminSalesTax({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame page="rates">
      <SalesTaxView {...loaderData} />
    </SettingsFrame>
  );
}
