import { formatPartCount } from '#core/catalog/part-count.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import type { VehicleList, VehicleRow } from '#core/yard/list-vehicles.server.ts';
import { formatCount } from '#core/values/format-count.ts';
import { dispositions } from '#core/yard/vehicle-fields.ts';
import { CONVERTERS_PATH } from '#core/yard/converters/converters-list.ts';
import { VEHICLES_PATH, vehiclesList, type VehiclesQuery, vehicleViews } from '#core/yard/vehicles-list.ts';
import { Badge } from '#kit/badge.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { describeList, ListStatus } from '#kit/list/list-status.tsx';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { ListToolbar } from '#kit/list/list-toolbar.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { HoldBadges } from '../hold-badges.tsx';
import { WaitingDrafts } from './waiting-drafts.tsx';
import { DueBadge } from '../paper/vehicle-paper.tsx';
import { paperKinds } from '#core/yard/paper/paper.ts';

interface VehiclesViewProps {
  query: VehiclesQuery;
  list: VehicleList;
  /** True for who may see purchases. */
  mayReport: boolean;
  isAdmin: boolean;
}

export function VehiclesView({ query, list, mayReport, isAdmin }: VehiclesViewProps) {
  const first = vehiclesList.first(query);
  return (
    <>
      <ScreenHead title="Cars">
        <ButtonLink to={`${VEHICLES_PATH}/new`} variant="primary">
          Take in a car
        </ButtonLink>
      </ScreenHead>
      <nav aria-label="More of the yard" className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
        {mayReport && <TextLink to={`${VEHICLES_PATH}/bid`}>Before buying</TextLink>}
        {mayReport && <TextLink to={`${VEHICLES_PATH}/money`}>Money</TextLink>}
        <TextLink to={CONVERTERS_PATH}>Converters</TextLink>
        {mayReport && <TextLink to={`${VEHICLES_PATH}/reports`}>Police book and NMVTIS</TextLink>}
        <a
          href={vehiclesList.write(first).replace(VEHICLES_PATH, `${VEHICLES_PATH}.csv`)}
          download
          className="link"
        >
          Export CSV
        </a>
        {isAdmin && <TextLink to={`${VEHICLES_PATH}/import`}>Import CSV</TextLink>}
      </nav>
      <WaitingDrafts />
      <ListToolbar
        label="Cars"
        views={vehiclesList
          .links(query, 'view', vehicleViews)
          .map((link) => Object.assign(link, { count: formatCount(list.counts[link.value], list.maxCount) }))}
        kept={vehiclesList.write({ ...first, q: '' })}
        q={query.q}
        searchLabel="Search cars"
        placeholder="Stock number, VIN, plate, make and model"
      />
      <ListStatus changes={0}>
        {describeList(list.rows, query.q, query.view === 'paper' ? 'Oldest first' : 'Newest first')}
      </ListStatus>
      {list.rows.length === 0 ? (
        <EmptyState title="No cars found" icon="Boxes">
          {query.q ? 'No cars in this view match.' : 'There is no car in this view.'}
        </EmptyState>
      ) : (
        <ListTable label="Cars" columns={columns} rows={list.rows} />
      )}
      <Pages
        previous={list.previous && vehiclesList.write({ ...first, before: list.previous })}
        next={list.next && vehiclesList.write({ ...first, after: list.next })}
      />
    </>
  );
}

const names = new Intl.ListFormat('en-US');

const columns: Column<VehicleRow>[] = [
  {
    label: 'Stock number',
    card: 'title',
    className: 'whitespace-nowrap',
    cell: ({ id, stockNumber }) => (
      <TextLink to={`${VEHICLES_PATH}/${id}`} className="inline-flex min-h-6 items-center">
        {stockNumber}
      </TextLink>
    ),
  },
  {
    label: 'Car',
    card: 'body',
    className: 'min-w-48',
    cell: ({ title, color, vinEnd }) => (
      <>
        <p className="font-semibold wrap-anywhere">
          {[title || 'Not known', color].filter(Boolean).join(', ')}
        </p>
        <p className="text-sm text-muted">{vinEnd === null ? 'No VIN' : `VIN …${vinEnd}`}</p>
      </>
    ),
  },
  {
    label: 'State',
    card: 'corner',
    cell: ({ disposition, holds, due }) => (
      <span className="flex flex-wrap gap-1">
        {disposition !== 'here' && <Badge tone="neutral">{dispositions[disposition]}</Badge>}
        <HoldBadges holds={holds} />
        {[...Map.groupBy(due, ({ by }) => by)].map(([by, papers]) => (
          <DueBadge
            key={by}
            name={names.format(papers.map(({ kind }) => paperKinds[kind].short)).toLowerCase()}
            by={by}
            isOverdue={papers.some(({ isOverdue }) => isOverdue)}
          />
        ))}
      </span>
    ),
  },
  { label: 'Place', card: 'fact', className: 'wrap-anywhere', cell: ({ place }) => place },
  {
    label: 'Parts',
    card: 'fact',
    numeric: true,
    className: 'whitespace-nowrap',
    cell: ({ parts }) => formatPartCount(parts),
  },
  {
    label: 'Taken in',
    card: 'fact',
    className: 'min-w-32',
    cell: ({ takenInAt }) => <ExactTime time={takenInAt} />,
  },
];
