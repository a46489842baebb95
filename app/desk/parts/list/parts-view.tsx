import { useState } from 'react';
import { useNavigation } from 'react-router';
import { useLatestList } from '#core/live/ui/use-latest-list.ts';
import type { Role } from '#core/accounts/role.ts';
import { useAdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ListStatus } from '#kit/list/list-status.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { MarkSoldDialog } from './mark-sold-dialog.tsx';
import type {
  catalogFigures,
  ConditionRow,
  listParts,
  PartRow,
} from '#core/part-changes/list-parts.server.ts';
import { partAction, partFailures } from '../part-action.ts';
import { BulkBar } from './bulk-bar.tsx';
import { PartsFilterFields } from './parts-filter-fields.tsx';
import {
  countPartsFilters,
  filtersOf,
  partsList,
  type PartsQuery,
} from '#core/part-changes/parts-address.ts';
import { PartsCards } from './parts-cards.tsx';
import { type ColumnId, saveHiddenColumns } from './parts-columns.ts';
import { PartsTable } from './parts-table.tsx';
import { PartsToolbar } from './parts-toolbar.tsx';
import { StatCard, StatCards } from '#kit/stat-card.tsx';
import { useSelection } from '#kit/use-selection.ts';

const introductions: Record<Role, string> = {
  admin: 'Manage parts catalog, categories, pricing, and security',
  staff: 'Manage parts, orders, requests, and messages',
};

interface PartsViewProps {
  query: PartsQuery;
  list: Awaited<ReturnType<typeof listParts>>;
  figures: Awaited<ReturnType<typeof catalogFigures>>;
  /** Number of the newest change before the list was read. */
  asOf: number;
  conditions: ConditionRow[];
  hiddenColumns: ColumnId[];
  /** Only admins change many parts at once. */
  isAdmin: boolean;
  categories: string[];
  /** Names what has hidden the parts, if the list has only those. */
  hider: string | null;
}

export function PartsView(loaded: PartsViewProps) {
  const { latest, changes } = useLatestList<PartRow, PartsViewProps>('admin:parts', loaded);
  const { query, list, figures, conditions, categories, hiddenColumns, isAdmin, hider } = latest;
  const { editPart } = useAdminTools();
  const first = partsList.first(query);
  const [hidden, setHidden] = useState<readonly ColumnId[]>(hiddenColumns);
  const [deleting, setDeleting] = useState<PartRow>();
  const [selling, setSelling] = useState<PartRow>();
  const searching = useNavigation().location?.pathname === partsList.path;
  const colors = Object.fromEntries(conditions.map(({ name, color_class: color }) => [name, color]));
  const selection = useSelection(list.rows.map(({ id }) => id));
  const names = { categories, conditions: conditions.map(({ name }) => name) };
  const shared = {
    rows: list.rows,
    colors,
    onDelete: setDeleting,
    onSold: setSelling,
    selection: isAdmin ? selection : null,
  };

  return (
    <>
      <ScreenHead title="Admin Panel" note={introductions[isAdmin ? 'admin' : 'staff']}>
        <Button variant="primary" onClick={() => editPart('new')}>
          <Icon name="Plus" /> Add Part
        </Button>
      </ScreenHead>
      <StatCards isDense>
        <StatCard label="Total Parts" value={figures.parts} />
        <StatCard label="Categories" value={figures.categories} />
        <StatCard label="With Prices" value={figures.priced} />
        <StatCard label="Out of Stock" value={figures.outOfStock} />
        <StatCard label="Low Stock" value={figures.lowStock} />
      </StatCards>
      <PartsToolbar
        query={query}
        hidden={hidden}
        onHide={(next) => {
          setHidden(next);
          saveHiddenColumns(next);
        }}
      />
      <PartsFilterFields query={query} {...names} />
      <ListStatus
        changes={changes}
        newsClassName="news-over-page max-sm:bottom-16"
        more={
          <p className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
            {query.listing !== 'hidden' && <TextLink to="/admin?listing=hidden">Hidden parts</TextLink>}
            {isAdmin && <TextLink to={partsList.write(first, '/admin/export')}>Export</TextLink>}
            {isAdmin && <TextLink to="/admin/bulk-changes">Bulk changes</TextLink>}
          </p>
        }
      >
        {`${list.total.toLocaleString('en-US')} ${list.total === 1 ? 'part' : 'parts'}`}
      </ListStatus>
      {hider !== null && (
        <p className="mb-3 text-sm">
          Hidden by {hider}. <TextLink to="/admin?listing=hidden">All hidden parts</TextLink>
        </p>
      )}
      {list.rows.length === 0 ? (
        <EmptyState title="No parts found">{emptyText(query)}</EmptyState>
      ) : (
        <div aria-busy={searching || undefined} className={searching ? 'opacity-60' : undefined}>
          <PartsTable {...shared} query={query} hidden={hidden} />
          <PartsCards {...shared} />
          <Pages
            previous={list.previous && partsList.write({ ...first, before: list.previous })}
            next={list.next && partsList.write({ ...first, after: list.next })}
          />
        </div>
      )}
      {isAdmin && <BulkBar selection={selection} total={list.total} query={query} {...names} />}
      {selling && <MarkSoldDialog part={selling} onClose={() => setSelling(undefined)} />}
      {deleting && (
        <ConfirmAction
          title="Are you sure you want to delete this part?"
          confirmLabel="Delete part"
          address={partAction(deleting.id)}
          fields={{ intent: 'delete' }}
          failure={partFailures.delete}
          onClose={() => setDeleting(undefined)}
        >
          {deleting.part_name}
          {deleting.oem_number && `, ${deleting.oem_number}`}
        </ConfirmAction>
      )}
    </>
  );
}

function emptyText(query: PartsQuery): string {
  const { q, listing } = query;
  const count = countPartsFilters(filtersOf(query));
  if (listing && count === 1 && !q) return 'Drafts and parts that you hide from the shop are here.';
  if (count > 0) return 'No part matches the search and all filters.';
  return q ? 'No part contains all of these words.' : 'Add your first part to get started.';
}
