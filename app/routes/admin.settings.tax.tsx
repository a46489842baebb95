import { asAdmin } from '#features/admin/only-admins.server.ts';
import { listCertificates } from '#features/admin/sales-tax/certificates.server.ts';
import { listTaxRates } from '#features/admin/sales-tax/list-tax-rates.server.ts';
import { SalesTaxView } from '#features/admin/sales-tax/sales-tax-view.tsx';
import { SettingsFrame } from '#features/settings/settings-frame.tsx';
import type { Route } from './+types/admin.settings.tax.ts';

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
