import { Icon } from '#ui/icons/icon.tsx';
import { NavLink } from 'react-router';
import { Link } from '#ui/link.tsx';
import { CartButton } from '#features/cart/cart-button.tsx';
import { UserMenu } from '#features/accounts/user-menu.tsx';
import { MenuLink } from '#ui/menu-entry.tsx';
import { Menu } from '#ui/menu.tsx';
import { useShop } from '#ui/use-shop.ts';
import { useCatchVin } from './catch-vin.ts';
import { GarageStrip } from './garage-strip.tsx';
import { useSignedIn } from './use-signed-in.ts';

const pages = [
  { to: '/junkyard', label: 'Junkyard' },
  { to: '/about', label: 'About Us' },
  { to: '/contact', label: 'Contact' },
];

export function SiteHeader() {
  const shop = useShop();
  useSignedIn();
  useCatchVin();
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex h-16 max-w-page items-center px-gutter sm:gap-2">
        <Link
          to="/"
          prefetch="intent"
          className="mr-auto flex items-center gap-2 rounded-sm text-ink no-underline sm:mr-6"
        >
          <img
            src={shop.logo ?? '/favicon.svg'}
            alt=""
            width={32}
            height={32}
            className="size-8 object-contain"
          />
          <span className="font-heading text-2xl leading-none font-semibold tracking-tight">{shop.name}</span>
        </Link>
        <nav aria-label="Main" className="mr-auto hidden sm:block">
          <ul className="flex gap-1">
            {pages.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} prefetch="intent" className="header-link">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <CartButton />
        <UserMenu />
        <div className="sm:hidden">
          <Menu trigger={<Icon name="Menu" />} label="Menu" size="icon">
            <nav aria-label="Main">
              <MenuLink to="/" end>
                Search Parts
              </MenuLink>
              {pages.map(({ to, label }) => (
                <MenuLink key={to} to={to}>
                  {label}
                </MenuLink>
              ))}
              <MenuLink to="/garage">My Garage</MenuLink>
            </nav>
          </Menu>
        </div>
      </div>
      <GarageStrip />
      <div className="ruler opacity-60" aria-hidden />
    </header>
  );
}
