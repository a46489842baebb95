import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import type { InboxKind } from '#core/inbox/inbox.ts';
import { useLatestList } from '#core/live/ui/use-latest-list.ts';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { describeList, ListStatus } from '#kit/list/list-status.tsx';
import { useNow } from '#kit/use-now.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { inboxLists, inboxPaths, type InboxQuery } from '#core/inbox/inbox-address.ts';
import { kindTexts } from './inbox-texts.ts';
import { InboxToolbar } from './inbox-toolbar.tsx';
import type { ThreadList, ThreadRow } from '#core/inbox/list-threads.server.ts';
import { ThreadCards, ThreadsTable } from './threads-table.tsx';

interface LoadedInbox {
  query: InboxQuery;
  list: ThreadList;
  /** The number of the newest change before. */
  asOf: number;
}

interface InboxViewProps {
  kind: InboxKind;
  loaded: LoadedInbox;
  /** Links beside the heading. */
  more?: ReactNode;
}

export function InboxView({ kind, loaded, more }: InboxViewProps) {
  const topic = kind === 'request' ? 'admin:requests' : 'admin:messages';
  const { latest, changes } = useLatestList<ThreadRow, LoadedInbox>(topic, loaded);
  const { query, list } = latest;
  const { view, q } = query;
  const { title, one, many } = kindTexts[kind];
  const address = inboxLists[kind];
  const first = address.first(query);
  const searching = useNavigation().location?.pathname === inboxPaths[kind];
  const now = useNow(list.readAt);

  return (
    <>
      <ScreenHead title={title}>{more}</ScreenHead>
      <InboxToolbar kind={kind} query={query} counts={list.counts} />
      <ListStatus changes={changes}>{describeList(list.rows, q, 'Newest first')}</ListStatus>
      {list.rows.length === 0 ? (
        <EmptyState title={`No ${many} found`} icon="Mail">
          {q
            ? `No ${one} has all of these words${view === 'all' ? '' : ' in this view'}.`
            : view === 'open'
              ? 'All are answered.'
              : `There is no ${one} in this view.`}
        </EmptyState>
      ) : (
        <div aria-busy={searching || undefined} className={searching ? 'opacity-60' : undefined}>
          <ThreadsTable kind={kind} rows={list.rows} now={now} />
          <ThreadCards rows={list.rows} now={now} />
          <Pages
            previous={list.previous && address.write({ ...first, before: list.previous })}
            next={list.next && address.write({ ...first, after: list.next })}
          />
        </div>
      )}
    </>
  );
}
