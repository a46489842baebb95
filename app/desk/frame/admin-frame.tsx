import { type ReactNode, useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { useNavigate } from '#kit/offline.ts';
import { Button } from '#kit/button.tsx';
import { classNames } from '#kit/class-names.ts';
import { Link } from '#kit/link.tsx';
import { Menu } from '#kit/menu.tsx';
import { MenuLink } from '#kit/menu-entry.tsx';
import { usePreparedToasts } from '#kit/show-toast.ts';
import { Tabs } from '#kit/tabs.tsx';
import { isPartId } from '#core/catalog/part.ts';
import { parseOrderNumber } from '#core/values/order-number.ts';
import type { Role } from '#core/accounts/role.ts';
import { findTab, listTabs } from './admin-tabs.ts';
import { AlertList } from './alert-list.tsx';
import type { OpenAlerts } from '#core/alerts/list-alerts.server.ts';
import type { AdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { useNewAlerts, useTabNews, useTitleCount } from './use-admin-news.ts';
import { type EditedPart, PartDialog } from '#desk/parts/part/part-dialog.tsx';

const introductions: Record<Role, string> = {
  admin: 'Manage parts catalog, categories, pricing, and security',
  staff: 'Manage parts, orders, requests, and messages',
};

interface AdminFrameProps {
  role: Role;
  alerts: OpenAlerts;
  /** Stands above the alerts of all tabs. */
  notice?: ReactNode;
}

export function AdminFrame({ role, alerts, notice }: AdminFrameProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { state, location: ahead } = useNavigation();
  const [editing, setEditing] = useState<EditedPart>();
  const editPart: AdminTools['editPart'] = (id, list = []) => setEditing({ id, list });
  // The tab switches before its content loads.
  const shown = (state === 'loading' ? ahead.pathname : pathname).replace(/\/$/, '');
  const shownTab = findTab(shown);
  const order = parseOrderNumber(/^\/admin\/orders\/(.+)$/.exec(shown)?.[1] ?? '');
  const newAlerts = useNewAlerts(alerts, order);
  const tabNews = useTabNews(shownTab, role);
  useTitleCount(Object.values(tabNews).reduce((sum, count) => sum + count, newAlerts));
  usePreparedToasts();
  // A label's code links to its part.
  const linked = new URLSearchParams(search).get('edit') ?? '';
  const edited: EditedPart | undefined = editing ?? (isPartId(linked) ? { id: linked, list: [] } : undefined);

  function close() {
    setEditing(undefined);
    if (linked) void navigate(pathname, { replace: true, preventScrollReset: true });
  }

  const content =
    shown === pathname.replace(/\/$/, '') ? (
      <Outlet context={{ editPart, isEditing: edited !== undefined } satisfies AdminTools} />
    ) : (
      <p role="status" className="py-12 text-center text-muted">
        Loading...
      </p>
    );
  const tabs = listTabs(role);
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8 max-sm:py-5 print:p-0">
      {/* The routes of links are loaded ahead. So a form of a page that was opened by its address is sent by one request. */}
      <Link to={pathname} hidden />
      <div className="mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] print:hidden">
        <h1 className="justify-self-start">Admin Panel</h1>
        <Button variant="primary" className="sm:col-start-3 sm:row-span-2" onClick={() => editPart('new')}>
          <Icon name="Plus" /> Add Part
        </Button>
        {/* The work begins higher on a phone. */}
        <p
          className={classNames(
            'mt-1 justify-self-start text-muted max-sm:col-span-full',
            shownTab !== '/admin' && 'hidden sm:block',
          )}
        >
          {introductions[role]}
        </p>
        <div className="col-span-full">{notice}</div>
        <AlertList
          alerts={alerts}
          order={order}
          newAlerts={newAlerts}
          onAlertsTab={shownTab === '/admin/alerts'}
        />
      </div>
      <Tabs
        label="Admin Panel"
        size="small"
        more={
          <Menu
            label="More tabs"
            trigger={
              <>
                More <Icon name="ChevronDown" />
              </>
            }
          >
            {tabs.map(({ value, label }) => (
              <MenuLink key={value} to={value} end={value === '/admin'} preventScrollReset>
                {label}
              </MenuLink>
            ))}
          </Menu>
        }
        value={shownTab}
        onValueChange={(next) => void navigate(next, { preventScrollReset: true })}
        items={tabs.map(({ value, label }) => ({
          value,
          label: <TabLabel label={label} news={tabNews[value] ?? 0} />,
          content: value === shownTab ? content : null,
        }))}
      />
      {edited && (
        <PartDialog key={`${edited.id} ${edited.like}`} {...edited} onEdit={setEditing} onClose={close} />
      )}
    </main>
  );
}

/** The count takes no space, so that no tab moves. */
function TabLabel({ label, news }: { label: string; news: number }) {
  return (
    <span className="relative">
      {label}
      {news > 0 && (
        <span className="absolute bottom-1/2 left-full min-w-4 rounded-full bg-blue-100 px-1 text-center text-xs text-blue-800 tabular-nums">
          <span aria-hidden>{news > 99 ? '99+' : news}</span>
          <span className="sr-only">
            {news} {news === 1 ? 'change' : 'changes'}
          </span>
        </span>
      )}
    </span>
  );
}
