import type { Role } from '#core/accounts/role.ts';

/** A screen that the side bar links to. */
export interface PanelEntry {
  address: string;
  label: string;
  /** Means that its routes are below only-staff.ts, and not below only-admins.ts. */
  forStaff?: true;
}

export interface PanelGroup {
  /** Undefined for entries that stand alone. */
  name?: string | undefined;
  entries: readonly PanelEntry[];
}

const groups: readonly PanelGroup[] = [
  {
    entries: [
      { address: '/admin/today', label: 'Today', forStaff: true },
      { address: '/admin/find', label: 'Find', forStaff: true },
      { address: '/admin/alerts', label: 'Alerts', forStaff: true },
    ],
  },
  {
    name: 'Orders',
    entries: [
      { address: '/admin/orders', label: 'Orders', forStaff: true },
      { address: '/admin/orders/pull', label: 'Pull list', forStaff: true },
      { address: '/admin/orders/quotes', label: 'Quotes and counter', forStaff: true },
      { address: '/admin/returns', label: 'Returns', forStaff: true },
    ],
  },
  {
    name: 'Messages',
    entries: [
      { address: '/admin/requests', label: 'Requests', forStaff: true },
      { address: '/admin/messages', label: 'Messages', forStaff: true },
    ],
  },
  {
    name: 'Catalog',
    entries: [
      { address: '/admin', label: 'Parts Catalog', forStaff: true },
      { address: '/admin/vehicles', label: 'Cars', forStaff: true },
      { address: '/admin/conditions', label: 'Conditions' },
      { address: '/admin/categories', label: 'Categories' },
      { address: '/admin/kinds', label: 'Kinds' },
      { address: '/admin/import', label: 'Imports' },
      { address: '/admin/check', label: 'Check', forStaff: true },
      { address: '/admin/trash', label: 'Trash' },
    ],
  },
  {
    name: 'Shop',
    entries: [
      { address: '/admin/customers', label: 'Customers' },
      { address: '/admin/sales', label: 'Sales' },
      { address: '/admin/assistants', label: 'Assistants' },
      { address: '/admin/users', label: 'User Analytics' },
      { address: '/admin/security', label: 'Security' },
      { address: '/admin/team', label: 'Team' },
      { address: '/admin/settings', label: 'Settings' },
    ],
  },
];

/** Lists what a role has in the side bar. */
export function listGroups(role: Role): readonly PanelGroup[] {
  if (role === 'admin') return groups;
  return groups
    .map(({ name, entries }) => ({ name, entries: entries.filter(({ forStaff }) => forStaff) }))
    .filter(({ entries }) => entries.length > 0);
}

export function listEntries(role: Role): readonly PanelEntry[] {
  return listGroups(role).flatMap(({ entries }) => entries);
}

/** Finds the entry of a page, which may be below its address. */
export function findEntry(path: string): PanelEntry | undefined {
  return listEntries('admin')
    .filter(({ address }) => path === address || path.startsWith(`${address}/`))
    .toSorted((one, other) => other.address.length - one.address.length)[0];
}
