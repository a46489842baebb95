import { Fragment, memo } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { useLocation } from 'react-router';
import { Link, NavLink } from '#kit/link.tsx';
import { CartButton } from './cart-button.tsx';
import { UserMenu } from './user-menu.tsx';
import { MenuLink } from '#kit/menu-entry.tsx';
import { Menu } from '#kit/menu.tsx';
import { PartSearch } from '#core/search/ui/part-search.tsx';
import { useSlashKey } from '#kit/slash-key.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { useActiveVehicle } from '#core/fitment/active-vehicle.ts';
import { readOwnCar } from '#core/fitment/own-car.ts';
import { useCatchVin } from './catch-vin.ts';
import { GarageStrip } from './garage-strip.tsx';
import { usePageKey } from './use-page-key.ts';

const pages = [
  { to: '/junkyard', label: 'Junkyard' },
  { to: '/about', label: 'About Us' },
  { to: '/contact', label: 'Contact' },
];

/** Smaller components use the address, so that the header is not rendered again with each page. */
export const SiteHeader = memo(function SiteHeader() {
  const shop = useShop();
  useSlashKey();
  useCatchVin();
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="header-row mx-auto flex max-w-page flex-wrap items-center gap-y-2.5 px-gutter py-2.5 md:gap-x-2">
        <Link
          to="/"
          prefetch="intent"
          // Its width does not grow from 0: the search would fit beside it until the rest of the row has arrived.
          className="flex min-h-11 min-w-min shrink grow basis-px items-center gap-2 rounded-sm text-ink no-underline md:mr-4 md:max-w-44 md:flex-none lg:mr-6 lg:max-w-56"
        >
          <img
            src={shop.logo ?? '/favicon.svg'}
            alt=""
            width={32}
            height={32}
            className="size-8 max-w-none object-contain max-[22rem]:hidden"
          />
          <span className="font-heading text-2xl leading-tight font-semibold tracking-tight max-sm:text-xl">
            {shop.name}
          </span>
        </Link>
        <nav aria-label="Main" className="mr-auto hidden md:block">
          <ul className="flex gap-1">
            {pages.map(({ to, label }) => (
              <li key={to}>
                <HeaderLink to={to}>{label}</HeaderLink>
              </li>
            ))}
          </ul>
        </nav>
        <HeaderSearch />
        <CartButton />
        <UserMenu />
        <div className="header-menu md:hidden">
          <Menu trigger={<Icon name="Menu" />} label="Menu" size="icon">
            <nav aria-label="Menu">
              <MenuLink to="/" end>
                Search Parts
              </MenuLink>
              {pages.map(({ to, label }) => (
                <MenuLink key={to} to={to}>
                  {label}
                </MenuLink>
              ))}
              <MenuLink to="/yard">Cars in our yard</MenuLink>
              <MenuLink to="/garage">My garage</MenuLink>
            </nav>
          </Menu>
        </div>
      </div>
      <HeaderEnd />
    </header>
  );
});

/** The junkyard begins with the parts that fit the shopper's vehicle. */
function HeaderLink({ to, children }: { to: string; children: string }) {
  const own = useActiveVehicle() && to === '/junkyard' ? readOwnCar() : undefined;
  return (
    <NavLink
      to={own ? `${to}?${new URLSearchParams(Object.entries(own).filter(([, value]) => value !== ''))}` : to}
      prefetch="intent"
      className="header-link"
    >
      {children}
    </NavLink>
  );
}

/** The elements are new on each page, so that they do not count as moved where the search appears. */
function HeaderEnd() {
  const key = usePageKey('.garage-strip');
  return (
    <Fragment key={key}>
      <GarageStrip />
      <div className="ruler opacity-60" aria-hidden />
    </Fragment>
  );
}

const search = <PartSearch />;

/**
 * Leaves out the search on pages that have their own, so that nothing moves while their HTML arrives. On other pages with a
 * search of parts, app/styles/components.css hides it.
 */
function HeaderSearch() {
  const { pathname, search: query } = useLocation();
  if (/^\/(admin|catalog-import|junkyard)\b/.test(pathname)) return null;
  if (pathname === '/' && !new URLSearchParams(query).has('category')) return null;
  return (
    <div className="header-search order-last w-full lg:order-none lg:w-auto lg:max-w-xl lg:flex-1">
      {search}
    </div>
  );
}
