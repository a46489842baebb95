import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { answerAction, readForm, refuseForm } from '#core/platform/answer-action.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { type Accepts, FORM_TYPES } from '#core/values/accepts.ts';
import { Refused } from '#core/values/refused.ts';
import { importVehicles } from '#core/yard/import-vehicles.server.ts';
import { vehicleRefusals } from '#core/yard/save-vehicle.server.ts';
import { IMPORT_FAILURE, ImportVehiclesView } from './import-view.tsx';
import { readVehicleFile } from './read-vehicle-file.server.ts';
import type { Route } from './+types/import.ts';

export const meta = panelPage('Import cars');

/** Fits a file of 5 MB and its form. */
export const accepts: Accepts = { kilobytes: 5 * 1024 + 16, types: FORM_TYPES };

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = form.get('intent');
  if (intent !== 'check' && intent !== 'import') return refuseForm(IMPORT_FAILURE);
  return answerAction(
    context,
    IMPORT_FAILURE,
    async () => {
      const file = form.get('file');
      if (!(file instanceof File) || file.size === 0) throw new Refused('choose a file', 'file');
      const { columns, lines, leftOut } = await readVehicleFile(file);
      const result = await asAdmin(context)((transaction) =>
        importVehicles(transaction, { columns, lines, dryRun: intent === 'check' }),
      );
      return { ...result, leftOut };
    },
    vehicleRefusals,
  );
}

export default function AdminVehicleImport() {
  return <ImportVehiclesView />;
}
