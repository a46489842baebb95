import type { ReactNode } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { Link } from '#kit/link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { useOrdersAddress } from '#core/orders/ui/own-orders.ts';
import { emailLink, phoneLink } from '#core/settings/shop.ts';
import { usePageKey } from './use-page-key.ts';

export function SiteFooter({ demo }: { demo: boolean }) {
  const shop = useShop();
  const orders = useOrdersAddress();
  const key = usePageKey('footer');
  return (
    // A new footer for each address does not count as moved.
    <footer key={key} className="mt-auto border-t border-line bg-surface print:hidden">
      <div className="mx-auto grid max-w-page gap-8 px-gutter py-10 sm:grid-cols-2 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,6fr)]">
        <section>
          {shop.logo !== null && (
            <img
              src={shop.logo}
              alt=""
              width={160}
              height={64}
              loading="lazy"
              className="mb-3 h-16 w-40 object-contain object-left"
            />
          )}
          <p className="font-heading text-2xl font-semibold">{shop.name}</p>
          <p className="mt-2 max-w-xs text-muted">{shop.blurb}</p>
        </section>
        <nav aria-label="Quick links">
          <FooterHeading>Quick links</FooterHeading>
          <ul>
            <FooterLink to="/">Search Parts</FooterLink>
            <FooterLink to="/parts">Parts by vehicle</FooterLink>
            <FooterLink to="/yard">Cars in our yard</FooterLink>
            <FooterLink to={orders}>Orders</FooterLink>
            <FooterLink to="/about">About Us</FooterLink>
            <FooterLink to="/request">Request a Part</FooterLink>
          </ul>
        </nav>
        <section>
          <FooterHeading>Contact</FooterHeading>
          <address className="not-italic [&_svg]:size-4.5 [&_svg]:text-muted">
            <ul>
              <li>
                <a href={phoneLink(shop)} className="footer-link">
                  <Icon name="Phone" /> {shop.phone}
                </a>
              </li>
              <li>
                <a href={emailLink(shop)} className="footer-link">
                  <Icon name="Mail" /> {shop.email}
                </a>
              </li>
              <li className="flex min-h-9 items-center gap-2">
                <Icon name="MapPin" /> {shop.city}
              </li>
            </ul>
          </address>
        </section>
      </div>
      <div className="border-t border-line">
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-1 px-gutter py-4 text-sm text-muted">
          <p className="mr-auto">
            © {shop.copyrightYear} {shop.name}. All rights reserved.
          </p>
          {shop.registration !== '' && <p>{shop.registration}</p>}
          {demo && <p>Demo shop: all parts and prices are fictional.</p>}
          <nav aria-label="Legal">
            <ul className="flex flex-wrap gap-x-5">
              <FooterLink to="/privacy">Privacy Policy</FooterLink>
              <FooterLink to="/terms">Terms of Service</FooterLink>
              <FooterLink to="/warranty">Warranty</FooterLink>
            </ul>
          </nav>
        </div>
      </div>
    </footer>
  );
}

function FooterHeading({ children }: { children: ReactNode }) {
  return <h2 className="mb-2 text-lg">{children}</h2>;
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="footer-link">
        {children}
      </Link>
    </li>
  );
}
