import type {
  AutoPartsStore,
  BreadcrumbList,
  DayOfWeek,
  OpeningHoursSpecification,
  WebSite,
  WithContext,
} from 'schema-dts';
import { type OpeningHours, weekdays } from './opening-hours.ts';
import { dialablePhone, type Shop } from './shop.ts';
import type { SiteData } from './page-meta.ts';

type Site = NonNullable<SiteData>;

export function storeReference({ siteUrl, shop }: Site) {
  return { '@type': 'AutoPartsStore', '@id': `${siteUrl}/#shop`, name: shop.name, url: siteUrl } as const;
}

export function storeData(site: SiteData): WithContext<AutoPartsStore> | undefined {
  if (!site) return undefined;
  const { siteUrl, shop } = site;
  return {
    '@context': 'https://schema.org',
    ...storeReference(site),
    image: `${siteUrl}/share.png`,
    description: shop.blurb || undefined,
    telephone: dialablePhone(shop.phone),
    email: shop.email,
    ...(shop.logo !== null && { logo: siteUrl + shop.logo }),
    address: postalAddresses(shop),
    openingHoursSpecification: openingHours(shop),
    ...(shop.holidays.length > 0 && { specialOpeningHoursSpecification: holidayHours(shop) }),
  };
}

/** Returns one address, or a list of several. */
export function postalAddresses({ city, locations }: Pick<Shop, 'city' | 'locations'>) {
  const type = { '@type': 'PostalAddress', addressCountry: 'US' } as const;
  const [first, ...others] = locations.map((location) => ({
    ...type,
    name: location.name,
    streetAddress: location.street,
    addressLocality: location.city,
    addressRegion: location.state,
    postalCode: location.zip,
  }));
  if (first) return others.length > 0 ? [first, ...others] : first;
  const [addressLocality, addressRegion] = city.split(', ');
  return { ...type, ...(addressLocality && { addressLocality }), ...(addressRegion && { addressRegion }) };
}

export function siteData(site: SiteData): WithContext<WebSite> | undefined {
  if (!site) return undefined;
  const { siteUrl, shop } = site;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shop.name,
    url: `${siteUrl}/`,
    publisher: storeReference(site),
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

/** A closed day opens and closes at 00:00. */
export function holidayHours({ holidays }: Pick<OpeningHours, 'holidays'>): OpeningHoursSpecification[] {
  return holidays.map(({ date, hours }) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    opens: hours?.open ?? '00:00',
    closes: hours?.close ?? '00:00',
  }));
}

export function openingHours({ hours }: Pick<OpeningHours, 'hours'>): OpeningHoursSpecification[] {
  const byTimes = Map.groupBy(
    weekdays.filter((day) => hours[day]),
    (day) => `${hours[day]?.open} ${hours[day]?.close}`,
  );
  return [...byTimes].map(([times, days]) => {
    const [opens = '', closes = ''] = times.split(' ');
    return {
      '@type': 'OpeningHoursSpecification' as const,
      dayOfWeek: days.map((day): DayOfWeek => `https://schema.org/${day}`),
      opens,
      closes,
    };
  });
}
