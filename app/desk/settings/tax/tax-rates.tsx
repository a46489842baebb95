import { useSearchParams } from 'react-router';
import type { Settings } from '#core/settings/settings.ts';
import type { TaxRateList } from './list-tax-rates.server.ts';
import { TaxRateImportForm } from './tax-rate-import-form.tsx';
import { TaxRateTable } from './tax-rate-table.tsx';

interface TaxRatesProps {
  list: TaxRateList;
  mode: Settings['tax']['mode'];
}

const hints = {
  flat: 'Not used while all orders have one rate',
  table: undefined,
  service: 'Not used while Stripe Tax calculates',
};

/** Shows the imported rates. They are folded while no order uses them, unless they are searched. */
export function TaxRates({ list, mode }: TaxRatesProps) {
  const hint = hints[mode];
  const [search] = useSearchParams();
  return (
    <details className="mt-8" open={mode === 'table' || search.size > 0}>
      <summary>
        <h2 className="inline">Rates by ZIP code</h2>
        {hint !== undefined && <span className="block text-sm text-muted">{hint}</span>}
      </summary>
      <TaxRateImportForm current={list.current} />
      <TaxRateTable list={list} />
    </details>
  );
}
