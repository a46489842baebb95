import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { settingsAddress, topicPages } from './topics.ts';

const pages = [
  ...topicPages.map(({ topic, label }) => ({
    page: topic as string,
    label,
    address: settingsAddress(topic),
  })),
  { page: 'legal', label: 'Legal pages', address: '/admin/settings/legal' },
  { page: 'rates', label: 'Tax rates', address: '/admin/settings/tax' },
  { page: 'report', label: 'Tax report', address: '/admin/settings/tax/report' },
  { page: 'api', label: 'API', address: '/admin/settings/api' },
  { page: 'history', label: 'History', address: settingsAddress('history') },
];

/** All pages of the tab, beside their contents. */
export function SettingsFrame({ page, children }: { page: string; children: ReactNode }) {
  return (
    <div className="grid gap-5 md:grid-cols-[10rem_minmax(0,1fr)]">
      <nav aria-label="Settings">
        <ul className="flex flex-wrap gap-1 md:sticky md:top-4 md:flex-col">
          {pages.map(({ page: name, label, address }) => (
            <li key={name}>
              <Link
                to={address}
                preventScrollReset
                aria-current={name === page ? 'page' : undefined}
                className={classNames('header-link md:flex', name === page && 'bg-chosen')}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
