import { formatShortDollars } from '#domain/money.ts';
import { formatSupportHours } from '#domain/opening-hours.ts';
import { FREE_SHIPPING_ABOVE_CENTS, LINE_SHIPPING_CENTS } from '#domain/pricing.ts';
import type { RichInline } from '#domain/rich-text.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { emailLink, phoneLink } from '#domain/shop.ts';

/** What `{name}` in a legal text stands for. */
export type Placeholders = ReadonlyMap<string, RichInline>;

export function legalPlaceholders({ business: shop }: Settings): Placeholders {
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
    ['shipping.line', formatShortDollars(LINE_SHIPPING_CENTS)],
    ['shipping.free.above', formatShortDollars(FREE_SHIPPING_ABOVE_CENTS)],
  ]);
}

/** The text of a placeholder's value. */
export function placeholderText(value: RichInline): string {
  if (typeof value === 'string') return value;
  return 'content' in value ? value.content.map(placeholderText).join('') : '';
}
