import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { answerAction, readForm, readTexts, refuseForm } from '#core/platform/answer-action.server.ts';
import { useAdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { importTaxRates, taxRateRefusals } from '#core/pricing/import-tax-rates.server.ts';
import { readSettingsPage } from '#core/settings/read-settings-page.server.ts';
import { Refused } from '#core/values/refused.ts';
import {
  approveCertificate,
  certificateRefusals,
  listCertificates,
  revokeCertificate,
} from './certificates.server.ts';
import { listTaxRates } from './list-tax-rates.server.ts';
import { SalesTaxView } from './sales-tax-view.tsx';
import { answerTopicForm } from '../save-topic-form.server.ts';
import { SettingsFrame } from '../settings-frame.tsx';
import { type Accepts, FORM_TYPES } from '#core/values/accepts.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/tax.ts';

export const meta = panelPage('Sales tax');

/** Fits a file of 8 MB and its form. */
export const accepts: Accepts = { kilobytes: 9 * 1024, types: FORM_TYPES };

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const zip = /^\d{0,5}$/.exec(parameters.get('zip')?.trim() ?? '')?.[0] ?? '';
  const page = /^\d{1,4}$/.exec(parameters.get('page') ?? '')?.[0];
  return asAdmin(context)(async (transaction) => {
    const { version, settings } = await readSettingsPage(transaction);
    return {
      version,
      tax: settings.tax,
      list: await listTaxRates(transaction, { zip, page: Math.max(1, Number(page ?? 1)) }),
      certificates: await listCertificates(transaction),
    };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { intent, id = '', ...fields } = readTexts(form);
  const runAsAdmin = asAdmin(context);
  if (intent === 'save') return answerTopicForm(context, form);
  if (intent === 'import-rates' || intent === 'check-rates')
    return answerAction(
      context,
      'Error importing tax rates',
      async () => {
        const file = form.get('file');
        if (!(file instanceof File) || file.size === 0) throw new Refused('choose a file');
        return importTaxRates({
          content: file.stream(),
          source: file.name,
          dryRun: intent === 'check-rates',
          transact: runAsAdmin,
        });
      },
      taxRateRefusals,
    );
  if (intent === 'approve-certificate')
    return answerAction(
      context,
      'Error approving certificate',
      () => runAsAdmin((transaction) => approveCertificate(transaction, fields)),
      certificateRefusals,
    );
  const failure = 'Error revoking certificate';
  if (intent !== 'revoke-certificate' || !isId(id)) return refuseForm(failure);
  return answerAction(context, failure, () =>
    runAsAdmin((transaction) => revokeCertificate(transaction, id)),
  );
}

export default function AdminSalesTax({ loaderData }: Route.ComponentProps) {
  const { isEditing } = useAdminTools();
  return (
    <SettingsFrame>
      <SalesTaxView {...loaderData} guarded={!isEditing} />
    </SettingsFrame>
  );
}
