import type { ReactNode } from 'react';
import { phoneLink } from '#core/settings/shop.ts';
import { Icon } from '#kit/icons/icon.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';

/** Says what shoppers want to know of a shop before they buy. @param hours The hours of most days. */
export function TrustStrip({ hours }: { hours: string }) {
  const shop = useShop();
  const { returns, warranty } = shop;
  return (
    <ul className="trust">
      {returns.days > 0 && (
        <TrustItem icon="PackageCheck" title={`${returns.days}-day returns`}>
          Refunds in {returns.refundDays} business days. <TextLink to="/warranty">Terms</TextLink>
        </TrustItem>
      )}
      <TrustItem icon="ShieldCheck" title="Warranty on every part">
        Used {warranty.used}, new {warranty.aftermarket}, OEM {warranty.oem}
      </TrustItem>
      <TrustItem
        icon="Phone"
        title={
          <a href={phoneLink(shop)} className="link">
            {shop.phone}
          </a>
        }
      >
        Ask us before you buy
      </TrustItem>
      <TrustItem icon="Clock" title={hours}>
        <TextLink to="/contact">All hours</TextLink>
      </TrustItem>
    </ul>
  );
}

function TrustItem({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-3">
      <Icon name={icon} className="mt-0.5 size-6 shrink-0 text-mark" />
      <div className="min-w-0">
        <div className="min-h-6.5 font-semibold">{title}</div>
        <p className="text-sm text-muted">{children}</p>
      </div>
    </li>
  );
}
