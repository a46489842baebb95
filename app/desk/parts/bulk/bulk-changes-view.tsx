import { ChangeList } from '#core/imports/ui/change-list.tsx';
import type { listPartChanges } from '#core/imports/files/list-part-changes.server.ts';
import { useReload } from '#core/live/ui/use-reload.ts';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { bulkChangesList, bulkFailures } from '../bulk-changes-action.ts';

interface BulkChangesViewProps {
  list: Awaited<ReturnType<typeof listPartChanges>>;
  asOf: number;
}

export function BulkChangesView({ list: { rows, previous, next }, asOf }: BulkChangesViewProps) {
  useReload('admin:parts', asOf);
  return (
    <>
      <ScreenHead title="Bulk changes" back={{ to: '/admin', label: 'Parts Catalog' }} />
      {rows.length === 0 && (
        <EmptyState title="No bulk changes">
          Select several parts in the list to change them at once. Changes can be undone for 30 days.
        </EmptyState>
      )}
      <ChangeList rows={rows} heading="h2" failures={bulkFailures} />
      <Pages
        previous={previous && bulkChangesList.write({ before: previous })}
        next={next && bulkChangesList.write({ after: next })}
      />
    </>
  );
}
