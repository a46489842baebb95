import type { ReactNode } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { MenuLink } from '#kit/menu-entry.tsx';
import { Menu } from '#kit/menu.tsx';
import { settingsPages } from './settings-pages.ts';

/** Offers all pages of the settings where the side bar does not show them. Columns depend on the room for text of the user's size. */
export function SettingsFrame({ children }: { children: ReactNode }) {
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
            <MenuLink key={address} to={address} end>
              {label}
            </MenuLink>
          ))}
        </Menu>
      </div>
      {children}
    </div>
  );
}
