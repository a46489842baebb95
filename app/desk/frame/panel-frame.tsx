import { useId, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import type { Role } from '#core/accounts/role.ts';
import { isPartId } from '#core/catalog/part.ts';
import type { AdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { type EditedPart, PartDialog } from '#desk/parts/part/part-dialog.tsx';
import type { Waiting } from '#desk/today/count-waiting.server.ts';
import { Link } from '#kit/link.tsx';
import { useNavigate } from '#kit/offline.ts';
import { usePreparedToasts } from '#kit/show-toast.ts';
import { findEntry } from './panel-entries.ts';
import { BottomBar, SideBar } from './panel-nav.tsx';
import { saveCollapsed } from './side-bar-cookie.ts';
import { useFindKey } from './use-find-key.ts';
import { useNews, useTitleCount, useWaiting } from './use-admin-news.ts';
import './panel.css';

interface PanelFrameProps {
  role: Role;
  waiting: Waiting;
  /** Number of the newest change before `waiting` was counted. */
  asOf: number;
  isCollapsed: boolean;
}

/** Shows the screens of the panel beside the side bar, and the dialog for parts over each of them. */
export function PanelFrame({ role, waiting, asOf, ...loaded }: PanelFrameProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { state, location: ahead } = useNavigation();
  const [editing, setEditing] = useState<EditedPart>();
  const [isCollapsed, setCollapsed] = useState(loaded.isCollapsed);
  const menu = useId();
  const editPart: AdminTools['editPart'] = (id, list = []) => setEditing({ id, list });
  const addPartOfCar: AdminTools['addPartOfCar'] = (car) => setEditing({ id: 'new', car, list: [] });
  const addWantedPart: AdminTools['addWantedPart'] = (wanted) => setEditing({ id: 'new', wanted, list: [] });
  // The entry is marked before its screen has loaded.
  const shown = findEntry((state === 'loading' ? ahead.pathname : pathname).replace(/\/$/, ''))?.address;
  const counts = { shown, waiting: useWaiting(waiting, asOf), news: useNews(shown, role) };
  useTitleCount(Object.values(counts.news).reduce((sum, count) => sum + count, 0));
  usePreparedToasts();
  useFindKey();
  // A label's code links to its part.
  const linked = new URLSearchParams(search).get('edit') ?? '';
  const edited: EditedPart | undefined = editing ?? (isPartId(linked) ? { id: linked, list: [] } : undefined);
  const tools: AdminTools = { editPart, addPartOfCar, addWantedPart, isEditing: edited !== undefined };

  function collapse(next: boolean) {
    setCollapsed(next);
    saveCollapsed(next);
  }

  function close() {
    setEditing(undefined);
    if (linked) void navigate(pathname, { replace: true, preventScrollReset: true });
  }

  return (
    <div className="panel" data-collapsed={isCollapsed || undefined}>
      {/* The routes of links are loaded ahead. So a form of a page that was opened by its address is sent by one request. */}
      <Link to={pathname} hidden />
      <SideBar id={menu} role={role} isCollapsed={isCollapsed} onCollapse={collapse} {...counts} />
      <main className="panel-main">
        <div id="content" />
        {/* The key gives each order and return a state of its own. */}
        <Outlet key={pathname} context={tools} />
      </main>
      <BottomBar menu={menu} {...counts} />
      {edited && <PartDialog {...edited} onEdit={setEditing} onClose={close} />}
    </div>
  );
}
