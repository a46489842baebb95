import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#kit/icons/icon.tsx';
import { Link } from '#kit/link.tsx';
import { Menu } from '#kit/menu.tsx';
import { findSettingsPage, settingsPages } from './settings-pages.ts';

/** Offers all pages of the settings where the side bar does not show them. Columns depend on the room for text of the user's size. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const shown = findSettingsPage(useLocation());
  return (
    <div className="@container">
      <div className="settings-menu">
        <Menu
          label="All settings"
          size="small"
          trigger={
            <>
              All settings <Icon name="ChevronDown" />
            </>
          }
        >
          {settingsPages.map(({ label, address }) => (
            <Link
              key={address}
              to={address}
              aria-current={address === shown ? 'page' : undefined}
              className="menu-entry"
            >
              {label}
            </Link>
          ))}
        </Menu>
      </div>
      {children}
    </div>
  );
}
