import { Icon } from '#kit/icons/icon.tsx';
import { Badge } from '#kit/badge.tsx';
import { BarChart } from '#kit/bar-chart.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { StatCard, StatCards } from '#kit/stat-card.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { usersList } from './users-list.ts';
import type { UserAnalytics } from './user-analytics.server.ts';

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export function UsersView({ figures, weeks, list: { rows, previous, next } }: UserAnalytics) {
  const { timeZone } = useShop();
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  const rate = figures.total === 0 ? 0 : Math.round((figures.complete / figures.total) * 100);
  return (
    <>
      <ScreenHead title="User Analytics">
        <ButtonLink to="/admin/customers">Customers</ButtonLink>
      </ScreenHead>
      <StatCards>
        <StatCard label="Total Users" value={figures.total} />
        <StatCard label="Complete Profiles" value={figures.complete} note={`${rate}% completion rate`} />
        <StatCard label="With Phone" value={figures.withPhone} />
        <StatCard label="With Location" value={figures.withLocation} />
        <StatCard label="Recent Signups" value={figures.recent} note="last 30 days" />
      </StatCards>
      <BarChart
        title="Sign-ups by week"
        bars={weeks.map(({ week, signups }) => {
          const label = shortDay.format(new Date(`${week}T00:00:00Z`));
          return { label, name: `Week of ${label}`, value: signups };
        })}
        format={String}
        none="No sign-ups in the last 12 weeks."
      />
      <h2 className="mt-6 mb-3">Users</h2>
      {rows.length === 0 ? (
        <EmptyState title="No users yet" />
      ) : (
        <Table label="Users">
          <thead>
            <Row>
              <HeaderCell>User</HeaderCell>
              <HeaderCell>Display Name</HeaderCell>
              <HeaderCell>Phone</HeaderCell>
              <HeaderCell>Location</HeaderCell>
              <HeaderCell>Profile Status</HeaderCell>
              <HeaderCell>Joined</HeaderCell>
            </Row>
          </thead>
          <tbody>
            {rows.map((user) => (
              <Row key={user.user_id}>
                <Cell heading>
                  <span className="flex items-center gap-2">
                    <Avatar userId={user.has_avatar ? user.user_id : undefined} />
                    <span className="font-stamp">{user.user_id.slice(0, 8)}…</span>
                  </span>
                </Cell>
                <Cell>{user.display_name?.trim() || 'Not set'}</Cell>
                <Cell>{user.phone?.trim() || 'Not provided'}</Cell>
                <Cell>
                  {user.city?.trim() && user.state?.trim() ? `${user.city}, ${user.state}` : 'Not provided'}
                </Cell>
                <Cell>{user.complete ? <Badge tone="good">Complete</Badge> : <Badge>Incomplete</Badge>}</Cell>
                <Cell className="whitespace-nowrap">{day.format(user.created_at)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <Pages
        previous={previous && usersList.write({ before: previous })}
        next={next && usersList.write({ after: next })}
      />
    </>
  );
}

function Avatar({ userId }: { userId: string | undefined }) {
  if (!userId) return <Icon name="CircleUser" className="size-8 text-faint stroke-[1.5]" />;
  return (
    <img
      src={`/admin/avatar/${userId}`}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      className="size-8 rounded-full bg-sunken object-cover"
    />
  );
}
