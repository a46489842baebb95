import { useState } from 'react';
import type { Settings } from '#core/settings/settings.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { TAX_REPORT } from '../settings-pages.ts';
import { TopicForm } from '../topic-form.tsx';
import { TaxForm } from '../topics/tax-form.tsx';
import type { Certificate } from './certificates.server.ts';
import { Certificates } from './certificates.tsx';
import type { TaxRateList } from './list-tax-rates.server.ts';
import { TaxRates } from './tax-rates.tsx';

interface SalesTaxViewProps {
  version: number;
  tax: Settings['tax'];
  list: TaxRateList;
  certificates: Certificate[];
  guarded: boolean;
}

export function SalesTaxView({ version, tax, list, certificates, guarded }: SalesTaxViewProps) {
  // The dialog guards its own changes, and the router supports one guard.
  const [isApproving, setIsApproving] = useState(false);
  return (
    <>
      <ScreenHead title="Sales tax">
        <ButtonLink to={TAX_REPORT}>Tax report</ButtonLink>
      </ScreenHead>
      <TopicForm
        topic="tax"
        version={version}
        values={tax}
        guarded={guarded && !isApproving}
        // The search of the rates keeps the form.
        within="path"
      >
        <TaxForm />
      </TopicForm>
      <TaxRates list={list} mode={tax.mode} />
      <Certificates
        certificates={certificates}
        isUsed={tax.mode !== 'flat'}
        isApproving={isApproving}
        onApprove={setIsApproving}
      />
    </>
  );
}
