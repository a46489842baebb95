import type { Role } from '#core/accounts/role.ts';

interface Tab {
  value: string;
  label: string;
  /** Means that its routes are below only-staff.ts, and not below only-admins.ts. */
  forStaff?: true;
}

const tabs: readonly Tab[] = [
  { value: '/admin', label: 'Parts Catalog', forStaff: true },
  { value: '/admin/orders', label: 'Orders', forStaff: true },
  { value: '/admin/returns', label: 'Returns', forStaff: true },
  { value: '/admin/requests', label: 'Requests', forStaff: true },
  { value: '/admin/messages', label: 'Messages', forStaff: true },
  { value: '/admin/conditions', label: 'Conditions' },
  { value: '/admin/categories', label: 'Categories' },
  { value: '/admin/kinds', label: 'Kinds' },
  { value: '/admin/users', label: 'User Analytics' },
  { value: '/admin/security', label: 'Security' },
  { value: '/admin/customers', label: 'Customers' },
  { value: '/admin/team', label: 'Team' },
  { value: '/admin/sales', label: 'Sales' },
  { value: '/admin/alerts', label: 'Alerts', forStaff: true },
  { value: '/admin/settings', label: 'Settings' },
];

export function listTabs(role: Role): readonly Tab[] {
  return role === 'admin' ? tabs : tabs.filter(({ forStaff }) => forStaff);
}

/** Finds the tab that shows a page below it. */
export function findTab(path: string): string {
  const above = tabs.filter(({ value }) => path === value || path.startsWith(`${value}/`));
  return above.toSorted((a, b) => b.value.length - a.value.length)[0]?.value ?? path;
}

export function tabLabel(tab: string): string | undefined {
  return tabs.find(({ value }) => value === tab)?.label;
}
