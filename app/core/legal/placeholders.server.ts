import { formatShortDollars } from '#core/values/money.ts';
import { formatSupportHours } from '#core/settings/opening-hours.ts';
import type { ShippingTerms } from '#core/pricing/pricing-terms.ts';
import type { Settings } from '#core/settings/settings.ts';
import { emailLink, phoneLink } from '#core/settings/shop.ts';

/** The values of `{name}` in a legal text. */
export type Placeholders = ReadonlyMap<string, { text: string; href?: string }>;

export function legalPlaceholders({ business: shop, shipping }: Settings): Placeholders {
  return new Map([
    ['shop.name', { text: shop.name }],
    ['shop.city', { text: shop.city }],
    ['email', { text: shop.email, href: emailLink(shop) }],
    ['phone', { text: shop.phone, href: phoneLink(shop) }],
    ['hours', { text: formatSupportHours(shop) }],
    ['response.time', { text: shop.responseTime }],
    ['returns.days', { text: String(shop.returns.days) }],
    ['returns.refund.days', { text: shop.returns.refundDays }],
    ['warranty.oem', { text: shop.warranty.oem }],
    ['warranty.aftermarket', { text: shop.warranty.aftermarket }],
    ['warranty.used', { text: shop.warranty.used }],
    ['shipping.rule', { text: describeShippingRule(shipping) }],
  ]);
}

function describeShippingRule({ lineCents, freeAboveCents }: ShippingTerms): string {
  if (lineCents === 0) return 'free';
  const each = `${formatShortDollars(lineCents)} for each line of your order`;
  return freeAboveCents === null
    ? each
    : `${each}, and free for lines over ${formatShortDollars(freeAboveCents)}`;
}
