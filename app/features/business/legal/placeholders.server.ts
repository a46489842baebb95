import { formatShortDollars } from '#domain/money.ts';
import { formatSupportHours } from '#domain/opening-hours.ts';
import type { ShippingTerms } from '#domain/pricing/pricing-terms.ts';
import type { RichInline } from '#domain/rich-text.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { emailLink, phoneLink } from '#domain/shop.ts';

/** What `{name}` in a legal text stands for. */
export type Placeholders = ReadonlyMap<string, RichInline>;

export function legalPlaceholders({ business: shop, shipping }: Settings): Placeholders {
  return new Map<string, RichInline>([
    ['shop.name', shop.name],
    ['shop.city', shop.city],
    ['email', { kind: 'link', href: emailLink(shop), content: [shop.email] }],
    ['phone', { kind: 'link', href: phoneLink(shop), content: [shop.phone] }],
    ['hours', formatSupportHours(shop)],
    ['response.time', shop.responseTime],
    ['returns.days', String(shop.returns.days)],
    ['returns.refund.days', shop.returns.refundDays],
    ['warranty.oem', shop.warranty.oem],
    ['warranty.aftermarket', shop.warranty.aftermarket],
    ['warranty.used', shop.warranty.used],
    ['shipping.rule', describeShippingRule(shipping)],
  ]);
}

function describeShippingRule({ lineCents, freeAboveCents }: ShippingTerms): string {
  if (lineCents === 0) return 'free';
  const each = `${formatShortDollars(lineCents)} for each line of your order`;
  return freeAboveCents === null
    ? each
    : `${each}, and free for lines over ${formatShortDollars(freeAboveCents)}`;
}

/** The text of a placeholder's value. */
export function placeholderText(value: RichInline): string {
  if (typeof value === 'string') return value;
  return 'content' in value ? value.content.map(placeholderText).join('') : '';
}
