import { TextLink } from '#kit/text-link.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
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
      <ScreenHead title="Tax rates and certificates" />
      <p className="-mt-2 mb-6 text-muted">
        <TextLink to="/admin/settings?page=tax">Sales tax</TextLink> says whether the rates are used, and for
        which states.
      </p>
      <TaxRateImportForm current={list.current} />
      <TaxRateTable list={list} />
      <Certificates certificates={certificates} />
    </>
  );
}
