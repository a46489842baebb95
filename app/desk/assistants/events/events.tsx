import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { Ago } from '#core/values/ui/ago.tsx';
import { Badge } from '#kit/badge.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { AssistantsHead } from '../assistants-head.tsx';
import { eventsList } from '../assistants-pages.ts';
import { type EventRow, listEvents, sendEventAgain } from './list-events.server.ts';
import type { Route } from './+types/events.ts';

export const meta = panelPage('Events for assistants');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

const FAILURE = 'Error sending event';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = eventsList.read(new URL(request.url).searchParams);
  const list = await asAdmin(context)((transaction) => listEvents(transaction, query));
  return { list, now: new Date().toISOString() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id = '' } = await readFields(request);
  if (intent !== 'send-again' || !isId(id)) return refuseForm(FAILURE);
  return answerAction(context, FAILURE, () =>
    asAdmin(context)((transaction) => sendEventAgain(transaction, id)),
  );
}

export default function AdminAssistantsEvents({ loaderData: { list, now } }: Route.ComponentProps) {
  const sending = useAction({ failure: FAILURE });
  return (
    <>
      <AssistantsHead
        shown={eventsList.path}
        introduction="A platform is told when an order that it prepared changes. These messages did not arrive yet. They are kept for 30 days."
      />
      {list.rows.length === 0 ? (
        <EmptyState title="All messages have arrived" icon="CircleCheck">
          Messages that fail or wait for another attempt appear here.
        </EmptyState>
      ) : (
        <ListTable label="Events" columns={listColumns(now, sending)} rows={list.rows} />
      )}
      <Pages
        previous={list.previous && eventsList.write({ before: list.previous })}
        next={list.next && eventsList.write({ after: list.next })}
      />
    </>
  );
}

function listColumns(now: string, sending: ActionButtonProps['action']): Column<EventRow>[] {
  return [
    {
      label: 'Order',
      card: 'title',
      className: 'whitespace-nowrap',
      cell: ({ orderNumber }) => (
        <TextLink to={`/admin/orders/${formatOrderNumber(orderNumber)}`} className="inline-flex min-h-6">
          {formatOrderNumber(orderNumber)}
        </TextLink>
      ),
    },
    {
      label: 'State',
      card: 'corner',
      cell: ({ state }) => (state === 'failed' ? <Badge tone="bad">Given up</Badge> : <Badge>Waiting</Badge>),
    },
    {
      label: 'Platform',
      card: 'body',
      className: 'wrap-anywhere',
      cell: ({ profileUrl }) => new URL(profileUrl).hostname,
    },
    {
      label: 'Last attempt',
      card: 'body',
      className: 'wrap-anywhere',
      cell: ({ attempts, outcome, nextAt }) => (
        <>
          <p>{outcome ?? 'None yet'}</p>
          <p className="text-sm text-muted">
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
            {nextAt !== null && (
              <>
                . Next: <ExactTime time={nextAt} />
              </>
            )}
          </p>
        </>
      ),
    },
    {
      label: 'Changed',
      card: 'body',
      cell: ({ happenedAt }) => (
        <p className="max-lg:text-sm max-lg:text-muted">
          <span className="lg:hidden">Changed: </span>
          <Ago time={happenedAt} now={now} />
        </p>
      ),
    },
    {
      label: 'Again',
      card: 'body',
      cell: ({ id, orderNumber }) => (
        <ActionButton
          action={sending}
          fields={{ intent: 'send-again', id }}
          size="small"
          className="max-lg:mt-2"
          aria-label={`Send again: ${formatOrderNumber(orderNumber)}`}
        >
          Send again
        </ActionButton>
      ),
    },
  ];
}
