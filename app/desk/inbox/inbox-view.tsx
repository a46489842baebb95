import { useRef } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import { countListChanges } from '#core/live/list-changes.ts';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ShowNews } from '#kit/list/show-news.tsx';
import { useNow } from '#kit/use-now.ts';
import { inboxAddress, inboxPaths, type InboxQuery, listAddress } from './inbox-address.ts';
import { kindTexts } from './inbox-texts.ts';
import { InboxToolbar } from './inbox-toolbar.tsx';
import type { ThreadList } from './list-threads.server.ts';
import { ThreadCards, ThreadsTable } from './threads-table.tsx';

interface InboxViewProps {
  query: InboxQuery;
  list: ThreadList;
}

export function InboxView({ query, list: loaded }: InboxViewProps) {
  const { kind, view, q } = query;
  const { after: _, before: __, ...first } = query;
  const { one, many } = kindTexts[kind];
  const { list, changes } = useLatestList(query, loaded);
  const { revalidate } = useRevalidator();
  const status = useRef<HTMLParagraphElement>(null);
  const searching = useNavigation().location?.pathname === inboxPaths[kind];
  const now = useNow(list.readAt);

  function show() {
    void revalidate();
    // The focused button is gone.
    status.current?.focus();
  }

  return (
    <>
      <InboxToolbar query={query} counts={list.counts} />
      <div className="mt-2.5 mb-1.5 flex items-center justify-between gap-3">
        <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted tabular-nums">
          {searching ? 'Loading...' : q ? `Found for “${q}”` : 'Newest first'}
        </p>
        <ShowNews
          label={changes > 0 ? `Show ${changes} ${changes === 1 ? 'change' : 'changes'}` : null}
          onShow={show}
        />
      </div>
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
            previous={list.previous === null ? null : inboxAddress({ ...first, before: list.previous })}
            next={list.next === null ? null : inboxAddress({ ...first, after: list.next })}
          />
        </div>
      )}
    </>
  );
}

/** Returns the loaded rows in their places with their newest state, and how many were added or removed. */
function useLatestList(query: InboxQuery, loaded: ThreadList): { list: ThreadList; changes: number } {
  const topic = query.kind === 'request' ? 'admin:requests' : 'admin:messages';
  const latest = useLatestFrom<ThreadList>(listAddress(query), topic, loaded);
  if (!latest) return { list: loaded, changes: 0 };
  const newest = new Map(latest.rows.map((row) => [row.id, row]));
  return {
    list: {
      ...loaded,
      counts: latest.counts,
      rows: loaded.rows.map((row) => newest.get(row.id) ?? row),
    },
    changes: countListChanges(
      loaded.rows.map(({ id }) => id),
      [...newest.keys()],
    ),
  };
}
