import { ButtonLink } from '#ui/button-link.tsx';
import type { Certificate } from './certificates.server.ts';
import { Certificates } from './certificates.tsx';
import type { TaxRateList } from './list-tax-rates.server.ts';
import { TaxRateImportForm } from './tax-rate-import-form.tsx';
import { TaxRateTable } from './tax-rate-table.tsx';

interface SalesTaxViewProps {
  list: TaxRateList;
  certificates: Certificate[];
}

export function SalesTaxView({ list, certificates }: SalesTaxViewProps) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2>Sales tax</h2>
        <ButtonLink to="/admin/settings/tax/report">Sales tax report</ButtonLink>
      </div>
      <TaxRateImportForm current={list.current} />
      <TaxRateTable list={list} />
      <Certificates certificates={certificates} />
    </>
  );
}
