import type {
  AutoPartsStore,
  BreadcrumbList,
  DayOfWeek,
  OpeningHoursSpecification,
  WebSite,
  WithContext,
} from 'schema-dts';
import { business } from '#domain/business.ts';
import { shop } from '#domain/shop.ts';

export function storeReference(siteUrl: string) {
  return { '@type': 'AutoPartsStore', '@id': `${siteUrl}/#shop`, name: shop.name, url: siteUrl } as const;
}

export function storeData(siteUrl: string): WithContext<AutoPartsStore> {
  const [addressLocality, addressRegion] = shop.city.split(', ');
  return {
    '@context': 'https://schema.org',
    ...storeReference(siteUrl),
    image: `${siteUrl}/share.png`,
    description: shop.blurb,
    telephone: `+1${shop.phone.replace(/\D/g, '')}`,
    email: shop.email,
    address: {
      '@type': 'PostalAddress',
      ...(addressLocality && { addressLocality }),
      ...(addressRegion && { addressRegion }),
      addressCountry: 'US',
    },
    openingHoursSpecification: openingHours(business.hours),
  };
}

export function siteData(siteUrl: string): WithContext<WebSite> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shop.name,
    url: `${siteUrl}/`,
    publisher: storeReference(siteUrl),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/junkyard?q={query}` },
      // Required by search engines, but not part of schema.org.
      'query-input': 'required name=query',
    } as NonNullable<Extract<WebSite, object>['potentialAction']>,
  };
}

export function breadcrumbData(
  crumbs: readonly { name: string; to?: string }[],
  siteUrl: string,
): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(to !== undefined && { item: siteUrl + to }),
    })),
  };
}

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Converts 'Monday-Friday', '8:00 AM-6:00 PM'. Skips other texts, such as 'Closed'. */
export function openingHours(hours: readonly { days: string; open: string }[]): OpeningHoursSpecification[] {
  return hours.flatMap(({ days, open }) => {
    const [first = -1, last = first] = days.split('-').map((day) => week.findIndex((name) => name === day));
    const [opens, closes] = open.split('-').map(parseTime);
    if (first < 0 || last < first || !opens || !closes) return [];
    const dayOfWeek = week.slice(first, last + 1).map((day): DayOfWeek => `https://schema.org/${day}`);
    return [{ '@type': 'OpeningHoursSpecification' as const, dayOfWeek, opens, closes }];
  });
}

/** '6:00 PM' becomes '18:00'. */
function parseTime(time: string): string | undefined {
  const [, hour, minute, half] = time.trim().match(/^(\d{1,2}):(\d{2}) ([AP]M)$/) ?? [];
  if (!hour) return undefined;
  return `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}
