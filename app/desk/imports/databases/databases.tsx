import { asAdmin, getAdmin } from '#core/accounts/only-admins.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { removeOwnName } from '#core/imports/standards/name-references.server.ts';
import {
  deleteDelivery,
  finishDelivery,
  startDelivery,
} from '#core/imports/standards/upload-delivery.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { databaseFailures } from './database-failures.ts';
import { DatabasesView } from './databases-view.tsx';
import { listDatabases } from './list-databases.server.ts';
import type { Route } from './+types/databases.ts';

export const meta = panelPage('ACES and PIES Databases');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  return asAdmin(context)(async (transaction) => ({ asOf, ...(await listDatabases(transaction)) }));
}

type Intent = keyof typeof databaseFailures;

/** Starts a delivery, whose file is sent in pieces then, ends its upload, and removes deliveries and names. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent: sent, id = '', ...fields } = await readFields(request);
  const intent = (Object.keys(databaseFailures) as Intent[]).find((each) => each === sent);
  const needsId = intent === 'read' || intent === 'delete';
  if (!intent || typeof id !== 'string' || (needsId && !isId(id))) return refuseForm(databaseFailures.start);
  return answerAction(context, databaseFailures[intent], () => {
    if (intent === 'read')
      return finishDelivery(context.get(databaseContext), { admin: getAdmin(context), deliveryId: id });
    return asAdmin(context)((transaction) => {
      switch (intent) {
        case 'start':
          return startDelivery(transaction, fields);
        case 'delete':
          return deleteDelivery(transaction, id);
        case 'forget':
          return removeOwnName(transaction, {
            kind: String(fields['kind'] ?? ''),
            code: String(fields['code'] ?? ''),
          });
      }
    });
  });
}

export default function AdminImportDatabases({ loaderData }: Route.ComponentProps) {
  return <DatabasesView {...loaderData} />;
}
