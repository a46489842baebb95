import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import {
  confirmHostKey,
  confirmRun,
  deleteSource,
  discardRun,
  pauseSource,
  resumeSource,
  runSource,
  undoRun,
} from './change-source.server.ts';
import { readSource } from '../list-sources.server.ts';
import { NewSourceView } from './new-source-view.tsx';
import { saveSource } from './save-source.server.ts';
import { sourceFailures } from './source-failures.ts';
import { SourceView } from './source-view.tsx';
import { listSuppliers } from '#core/imports/files/list-part-changes.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { downloadsContext } from '#core/platform/downloads.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/source.ts';

export const meta = panelPage('Import of a file');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

/** `id` is 'new', or that of a scheduled import. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (id !== 'new' && !isId(id)) throw data(null, { status: 404 });
  const asOf = context.get(changesContext).newest;
  const { timeZone } = context.get(settingsContext).business;
  return asAdmin(context)(async (transaction) => {
    const details = isId(id) ? await readSource(transaction, id) : null;
    if (details === undefined) throw data(null, { status: 404 });
    return { asOf, timeZone, details, suppliers: await listSuppliers(transaction) };
  });
}

type Intent = keyof typeof sourceFailures;

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (id !== 'new' && !isId(id)) throw data(null, { status: 404 });
  const form = await readFields(request);
  const { run = '', key } = form;
  const intent = (Object.keys(sourceFailures) as Intent[]).find((each) => each === form['intent']);
  const runAsAdmin = asAdmin(context);
  if (intent === 'save')
    return answerAction(context, sourceFailures.save, () =>
      saveSource(runAsAdmin, {
        id: isId(id) ? id : undefined,
        form,
        downloads: context.get(downloadsContext),
      }),
    );
  if (!intent || id === 'new' || (intent.endsWith('-run') && !isId(run)))
    return refuseForm('Error changing the import');
  return answerAction(context, sourceFailures[intent], () =>
    runAsAdmin((transaction) => {
      switch (intent) {
        case 'pause':
          return pauseSource(transaction, id);
        case 'resume':
          return resumeSource(transaction, id);
        case 'run':
          return runSource(transaction, id);
        case 'confirm-key':
          return confirmHostKey(transaction, id, key);
        case 'delete':
          return deleteSource(transaction, id);
        case 'confirm-run':
          return confirmRun(transaction, run);
        case 'discard-run':
          return discardRun(transaction, run);
        case 'undo-run':
          return undoRun(transaction, run);
      }
    }),
  );
}

export default function AdminImportSource({ loaderData: { details, ...shared } }: Route.ComponentProps) {
  return details ? <SourceView details={details} {...shared} /> : <NewSourceView {...shared} />;
}
