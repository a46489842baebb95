import type { Location, NavigationType } from 'react-router';
import { readVehicleChoices } from '#core/vehicles/vehicle.ts';
import { closeOldToasts } from '#kit/show-toast.ts';
import { ANNOUNCER_ID } from './use-announce-page.ts';

/**
 * Moves the focus to the heading of a new page, and announces its title. On Back, the focus returns to the link that was
 * followed. A control that is still there keeps the focus: a list announces its own result.
 */
export function announcePage(
  from: Location,
  to: Location,
  type: `${NavigationType}`,
  focused: Element | null,
): void {
  if (from.pathname === to.pathname && from.search === to.search) return;
  closeOldToasts();
  const isNewPage = from.pathname !== to.pathname || showsResults(from) !== showsResults(to);
  // The shopper may have moved the focus while this file was loaded.
  const hasMoved = document.activeElement !== focused && document.activeElement !== document.body;
  const needsFocus = !hasMoved && (isFocusLost() || (isNewPage && !document.activeElement?.closest('main')));
  if (needsFocus) ((type === 'POP' && findLink(from)) || findHeading())?.focus({ preventScroll: true });
  const announcer = document.getElementById(ANNOUNCER_ID);
  if (announcer && (isNewPage || needsFocus)) announcer.textContent = `${readTitle()}${readCount()}`;
}

/** The results of a vehicle have the address of the home page, but are a page of their own. */
function showsResults({ pathname, search }: Location): boolean {
  return pathname === '/' && readVehicleChoices(new URLSearchParams(search)).category !== undefined;
}

/** The focus is lost if its control is gone, or if scrolling to the top has left it below the screen. */
function isFocusLost(): boolean {
  const { activeElement: active, body } = document;
  if (!active || active === body) return true;
  return scrollY === 0 && active.getBoundingClientRect().top > innerHeight;
}

function findLink({ pathname, search }: Location): HTMLElement | undefined {
  const links = document.querySelectorAll<HTMLAnchorElement>('main a[href]');
  return [...links].find(
    (link) =>
      link.getAttribute('href') === pathname + search && !link.closest('nav') && link.checkVisibility(),
  );
}

function findHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}

/** Leaves out the number of news and the name of the shop. */
function readTitle(): string {
  const names = document.title.replace(/^\(\d+\) /, '').split(' | ');
  return names.slice(0, -1).join(', ');
}

/** Returns the number of parts of a list. It may not be known yet. */
function readCount(): string {
  const count = document.querySelector('main [data-count]')?.textContent;
  return count ? `, ${count}` : '';
}
