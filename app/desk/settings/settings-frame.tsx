import type { ReactNode } from 'react';
import { classNames } from '#kit/class-names.ts';
import { Link } from '#kit/link.tsx';
import { settingsAddress, topicPages } from './topics/topics.ts';

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

/** Shows all pages of the tab beside their contents. Columns depend on the room for text of the user's size. */
export function SettingsFrame({ page, children }: { page: string; children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid gap-5 @2xl:grid-cols-[10rem_minmax(0,1fr)]">
        <nav aria-label="Settings">
          <ul className="flex flex-wrap gap-1 @2xl:sticky @2xl:top-4 @2xl:flex-col">
            {pages.map(({ page: name, label, address }) => (
              <li key={name}>
                <Link
                  to={address}
                  preventScrollReset
                  aria-current={name === page ? 'page' : undefined}
                  className={classNames(
                    'header-link @2xl:flex @max-2xl:min-h-9 @max-2xl:px-2 @max-2xl:text-sm',
                    name === page && 'bg-chosen',
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="@container min-w-0">{children}</div>
      </div>
    </div>
  );
}
