import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { inboxLists } from '#core/inbox/inbox-address.ts';
import { type AdminTools, useAdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { Ago } from '#core/values/ui/ago.tsx';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ViewLinks } from '#kit/list/view-links.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { AssistantsHead } from '../assistants-head.tsx';
import { missedList, missedSorts } from '../assistants-pages.ts';
import { listMissed, type MissedRow } from './list-missed.server.ts';
import type { Route } from './+types/missed.ts';

export const meta = panelPage('Not found by assistants');

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = missedList.read(new URL(request.url).searchParams);
  const list = await asAdmin(context)((transaction) => listMissed(transaction, query));
  return { query, list, now: new Date().toISOString() };
}

export default function AdminAssistantsMissed({ loaderData }: Route.ComponentProps) {
  const { query, list, now } = loaderData;
  const { addWantedPart } = useAdminTools();
  const first = missedList.first(query);
  return (
    <>
      <AssistantsHead
        shown={missedList.path}
        introduction="What people asked assistants for in the last 90 days, and your shop did not have. The buyers are not known."
      />
      <ViewLinks label="Order of the list" views={missedList.links(query, 'sort', missedSorts)} />
      {list.rows.length === 0 ? (
        <EmptyState title="Nothing was missed" icon="Search">
          Searches of assistants without a result appear here.
        </EmptyState>
      ) : (
        <ListTable label="Not found" columns={listColumns(now, addWantedPart)} rows={list.rows} />
      )}
      <Pages
        previous={list.previous && missedList.write({ ...first, before: list.previous })}
        next={list.next && missedList.write({ ...first, after: list.next })}
      />
    </>
  );
}

function listColumns(now: string, addWantedPart: AdminTools['addWantedPart']): Column<MissedRow>[] {
  return [
    {
      label: 'Looked for',
      card: 'title',
      className: 'min-w-48 wrap-anywhere',
      cell: (row) => nameOf(row),
    },
    {
      label: 'Times',
      card: 'corner',
      numeric: true,
      cell: ({ times }) => (
        <>
          {times.toLocaleString('en-US')}
          <span className="font-normal lg:hidden">{times === 1 ? ' time' : ' times'}</span>
        </>
      ),
    },
    { label: 'For', card: 'body', className: 'wrap-anywhere', cell: (row) => carOf(row) },
    {
      label: 'Last',
      card: 'body',
      cell: ({ last }) => (
        <p className="max-lg:text-sm max-lg:text-muted">
          <span className="lg:hidden">Last: </span>
          <Ago time={last} now={now} />
        </p>
      ),
    },
    {
      label: 'What you can do',
      card: 'body',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:mt-2">
          <Button
            size="small"
            aria-label={`Add part: ${nameOf(row)}`}
            onClick={() =>
              addWantedPart({ name: row.words, make: row.make, model: row.model, year: row.year })
            }
          >
            Add Part
          </Button>
          <TextLink
            to={inboxLists.request.write({ view: 'all', q: row.words || carOf(row) })}
            aria-label={`Who waits for it: ${nameOf(row)}`}
            className="inline-flex min-h-9 items-center"
          >
            Who waits for it
          </TextLink>
        </span>
      ),
    },
  ];
}

function nameOf(row: MissedRow): string {
  return row.words || row.category || carOf(row) || 'Filters only';
}

function carOf({ year, make, model }: Pick<MissedRow, 'year' | 'make' | 'model'>): string {
  return vehicleName({ year: Number(year) || null, make, model });
}
