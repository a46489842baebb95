import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { sendAction } from '#kit/actions/send-action.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { TaxRateImport } from '#core/pricing/import-tax-rates.server.ts';
import type { TaxRateList } from './list-tax-rates.server.ts';

const COLUMNS =
  'UTF-8, at most 8 MB, with the columns state, zip, state_rate, county, county_rate, city, city_rate, combined_rate, check, and district_1, district_1_rate to district_8, district_8_rate where there are districts.';

export function TaxRateImportForm({ current }: Pick<TaxRateList, 'current'>) {
  const { timeZone } = useShop();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<TaxRateImport>();
  const { revalidate } = useRevalidator();
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });

  async function send(form: HTMLFormElement, intent: 'check' | 'import') {
    const body = new FormData(form);
    body.set('intent', intent);
    setBusy(true);
    const next = await sendAction<TaxRateImport>('/admin/tax-rates', {
      body,
      failure: 'Error importing tax rates',
    });
    setResult({ ...next, message: next.message ?? '' });
    if (intent === 'import' && next.done) {
      form.reset();
      await revalidate();
    }
    setBusy(false);
  }

  return (
    <section aria-labelledby="tax-rate-import">
      <h3 id="tax-rate-import">Rates by ZIP code</h3>
      <p className="mt-1 mb-4 text-muted">
        {current
          ? `Version ${current.version} from ${current.source}, imported on ${day.format(current.importedAt)}${current.importedBy?.trim() ? ` by ${current.importedBy.trim()}` : ''}.`
          : 'No rates are imported yet.'}{' '}
        An import replaces all rates.
      </p>
      {result && (
        <Alert tone={result.done ? 'success' : 'danger'} title={result.message} announce className="mb-4">
          {result.problems && (
            <ul className="mt-2 list-disc pl-5">
              {result.problems.map(({ line, message }) => (
                <li key={`${line} ${message}`} className="wrap-anywhere">
                  {line !== null && `Line ${line}: `}
                  {message}
                </li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget, 'import');
        }}
      >
        <Field label="CSV file" hint={COLUMNS}>
          {(control) => (
            <input {...control} type="file" name="file" accept=".csv,text/csv" required className="control" />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={busy}>
            Import
          </Button>
          <Button
            disabled={busy}
            onClick={({ currentTarget: { form } }) => {
              if (form?.reportValidity()) void send(form, 'check');
            }}
          >
            Only check the file
          </Button>
        </div>
      </form>
    </section>
  );
}
