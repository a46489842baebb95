import { type MouseEvent, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Role } from '#core/accounts/role.ts';
import AccountMenu from '#core/accounts/ui/account-menu.tsx';
import { useVisitor } from '#core/accounts/ui/use-visitor.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { findSettingsPage, settingsPages } from '#desk/settings/settings-pages.ts';
import { Icon } from '#kit/icons/icon.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import { Link } from '#kit/link.tsx';
import { listGroups, type PanelEntry, type PanelGroup } from './panel-entries.ts';

const icons: Record<string, IconName> = {
  '/admin/today': 'CalendarCheck',
  '/admin/find': 'Search',
  '/admin/alerts': 'Bell',
  '/admin/orders': 'PackageCheck',
  '/admin/orders/pull': 'PackageOpen',
  '/admin/orders/quotes': 'FileText',
  '/admin/returns': 'Undo2',
  '/admin/requests': 'Inbox',
  '/admin/messages': 'Mail',
  '/admin': 'Boxes',
  '/admin/conditions': 'BadgeCheck',
  '/admin/categories': 'Tags',
  '/admin/kinds': 'Shapes',
  '/admin/import': 'Upload',
  '/admin/vehicles': 'Truck',
  '/admin/check': 'ListChecks',
  '/admin/trash': 'Trash2',
  '/admin/customers': 'Users',
  '/admin/sales': 'BadgeDollarSign',
  '/admin/assistants': 'MessagesSquare',
  '/admin/users': 'ChartColumn',
  '/admin/security': 'ShieldCheck',
  '/admin/team': 'KeyRound',
  '/admin/settings': 'Settings',
};

/** The entries of the bar on a phone, with a label that fits there. */
const mostUsed = [
  ['/admin/today', 'Today'],
  ['/admin/orders', 'Orders'],
  ['/admin/requests', 'Requests'],
  ['/admin', 'Parts'],
] as const;

/** Marks the link to the shown screen. */
const current = { 'aria-current': 'page', ref: keepInSight } as const;

/** Scrolls only the side bar. After scrollIntoView(), Tab would begin at the link. */
function keepInSight(link: HTMLElement | null): void {
  const list = link?.closest('nav');
  if (!link || !list) return;
  const [shown, room] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += Math.max(0, shown.bottom - room.bottom) - Math.max(0, room.top - shown.top);
}

/** Counts by the address of an entry. */
export type Counts = Readonly<Record<string, number>>;

interface NavProps {
  /** Address of the shown entry. */
  shown: string | undefined;
  /** Numbers of rows that wait for someone. */
  waiting: Counts;
  /** Numbers of changes by others since the person looked. */
  news: Counts;
}

interface SideBarProps extends NavProps {
  id: string;
  role: Role;
  isCollapsed: boolean;
  onCollapse: (isCollapsed: boolean) => void;
}

/** Links to all screens: a bar at the side, and on a phone a sheet that 'More' opens. */
export function SideBar({ id, role, isCollapsed, onCollapse, ...counts }: SideBarProps) {
  const shop = useShop();
  const { user, ...visitor } = useVisitor();
  const bar = useRef<HTMLElement>(null);

  function closeSheet({ target }: MouseEvent) {
    if ((target as Element).closest('a')) bar.current?.hidePopover();
  }

  return (
    <aside ref={bar} id={id} popover="auto" className="panel-side">
      <div className="panel-side-content" onClick={closeSheet}>
        <div className="panel-side-head">
          <Link to="/" className="panel-link panel-shop" title="Open the shop">
            <img src={shop.logo ?? '/favicon.svg'} alt="" width={20} height={20} />
            <span className="panel-label">
              {shop.name} <span className="sr-only">(open the shop)</span>
            </span>
            <Icon name="Store" />
          </Link>
          <button
            type="button"
            aria-expanded={!isCollapsed}
            aria-controls={`${id}-entries`}
            aria-label="Side bar with labels"
            title={isCollapsed ? 'Show labels' : 'Hide labels'}
            onClick={() => onCollapse(!isCollapsed)}
            className="panel-link panel-collapse"
          >
            <Icon name="PanelLeft" />
          </button>
        </div>
        <nav id={`${id}-entries`} aria-label="Admin Panel" className="panel-entries">
          {listGroups(role).map((group) => (
            <Group key={group.entries[0]?.address} group={group} {...counts} />
          ))}
        </nav>
        <div className="panel-account">{user && <AccountMenu {...visitor} user={user} />}</div>
      </div>
    </aside>
  );
}

function Group({ group: { name, entries }, ...counts }: NavProps & { group: PanelGroup }) {
  const id = useId();
  return (
    <>
      {name !== undefined && (
        <p id={id} className="panel-group">
          {name}
        </p>
      )}
      <ul aria-labelledby={name && id}>
        {entries.map((entry) => (
          <li key={entry.address}>
            <EntryLink entry={entry} {...counts} />
            {entry.address === '/admin/settings' && counts.shown === entry.address && <Topics />}
          </li>
        ))}
      </ul>
    </>
  );
}

function EntryLink({ entry: { address, label }, shown, waiting, news }: NavProps & { entry: PanelEntry }) {
  return (
    <Link to={address} {...(address === shown && current)} title={label} className="panel-link">
      <Icon name={icons[address] ?? 'List'} />
      <span className="panel-label">{label}</span>
      <News count={news[address] ?? 0} />
      <Waiting count={waiting[address] ?? 0} />
    </Link>
  );
}

function Topics() {
  const shown = findSettingsPage(useLocation());
  return (
    <ul ref={keepInSight} aria-label="Settings" className="panel-topics">
      {settingsPages.map(({ label, address }) => (
        <li key={address}>
          <Link to={address} {...(address === shown && current)} className="panel-link">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="panel-waiting">
      {' '}
      {formatCount(count)} <span className="sr-only">waiting</span>
    </span>
  );
}

function News({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="panel-news">
      {' '}
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">
        {count} {count === 1 ? 'change' : 'changes'}
      </span>
    </span>
  );
}

function formatCount(count: number): string {
  return count > 999 ? '999+' : String(count);
}

/** The bar of a phone: the most used screens, and 'More' for all. */
export function BottomBar({ menu, shown, waiting }: Omit<NavProps, 'news'> & { menu: string }) {
  return (
    <nav aria-label="Most used" className="panel-bar">
      {mostUsed.map(([address, label]) => (
        <Link key={address} to={address} aria-current={address === shown ? 'page' : undefined}>
          <Icon name={icons[address] ?? 'List'} />
          {label}
          <Waiting count={waiting[address] ?? 0} />
        </Link>
      ))}
      <button type="button" popoverTarget={menu}>
        <Icon name="Menu" />
        More
      </button>
    </nav>
  );
}
