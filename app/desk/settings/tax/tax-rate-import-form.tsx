import { type SubmitEvent, useRef } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Field } from '#kit/field.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { TaxRateImport } from '#core/pricing/import-tax-rates.server.ts';
import type { TaxRateList } from './list-tax-rates.server.ts';

const COLUMNS =
  'UTF-8, at most 8 MB, with the columns state, zip, state_rate, county, county_rate, city, city_rate, combined_rate, check, and district_1, district_1_rate to district_8, district_8_rate where there are districts.';

export function TaxRateImportForm({ current }: Pick<TaxRateList, 'current'>) {
  const { timeZone } = useShop();
  const form = useRef<HTMLFormElement>(null);
  const isImport = useRef(false);
  const { busy, result, problem, send } = useAction<TaxRateImport>({
    failure: 'Error importing tax rates',
    hasAlert: true,
    showsDone: true,
    onDone: () => isImport.current && form.current?.reset(),
  });
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = new FormData(event.currentTarget, event.nativeEvent.submitter);
    isImport.current = body.get('intent') === 'import-rates';
    send(body);
  }

  return (
    <>
      <p className="mt-1 mb-4 text-muted">
        {current
          ? `Version ${current.version} from ${current.source}, imported on ${day.format(current.importedAt)}${current.importedBy?.trim() ? ` by ${current.importedBy.trim()}` : ''}.`
          : 'No rates are imported yet.'}{' '}
        An import replaces all rates.
      </p>
      {result && (
        <Alert
          tone={result.done ? 'success' : 'danger'}
          title={problem ?? result.message}
          announce
          className="mb-4"
        >
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
      <form ref={form} className="grid max-w-xl gap-4" onSubmit={submit}>
        <Field label="CSV file" hint={COLUMNS}>
          {(control) => (
            <input {...control} type="file" name="file" accept=".csv,text/csv" required className="control" />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="import-rates" busy={busy}>
            Import
          </Button>
          <Button type="submit" name="intent" value="check-rates" busy={busy}>
            Only check the file
          </Button>
        </div>
      </form>
    </>
  );
}
