import type { OpeningHours } from './opening-hours.ts';

export interface ShopLocation {
  /** Unique, because orders name it. */
  name: string;
  street: string;
  city: string;
  /** Two letters. */
  state: string;
  zip: string;
}

/** All pages and mails may show these facts. The owner sets them (settings/settings.ts). */
export interface Shop extends OpeningHours {
  name: string;
  blurb: string;
  phone: string;
  email: string;
  /** Example: 'San Diego, CA'. */
  city: string;
  locations: ShopLocation[];
  /** Shown at the foot of each page, unless empty. Example: a dismantler's license. */
  registration: string;
  /** Address of a picture. Null shows the shop's own mark. */
  logo: string | null;
  copyrightYear: number;
  responseTime: string;
  /** Ranges of months, or days. */
  warranty: { oem: string; aftermarket: string; used: string };
  returns: {
    days: number;
    /** Business days. */
    refundDays: string;
    /** Share of the price that the shop keeps if it is not at fault: 0.15 is 15 %. */
    restockingRate: number;
    /** Pays to send parts back, if the shop is not at fault. */
    wayBack: 'buyer' | 'shop';
  };
}

const weekday = { open: '08:00', close: '18:00' };

/** Values of the specification (Spec §1, §2, §9). 555-01xx numbers and .example domains are reserved for examples. */
export const defaultShop: Shop = {
  name: 'Partyard',
  blurb: 'New and used car parts from San Diego, checked on the bench and priced in the open.',
  phone: '(619) 555-0142',
  email: 'parts@partyard.example',
  city: 'San Diego, CA',
  locations: [],
  registration: '',
  logo: null,
  copyrightYear: 2025,
  responseTime: '24 hours',
  warranty: { oem: '12-36 months', aftermarket: '12-24 months', used: '30 days' },
  returns: { days: 30, refundDays: '5-10', restockingRate: 0, wayBack: 'buyer' },
  timeZone: 'America/Los_Angeles',
  hours: {
    Monday: weekday,
    Tuesday: weekday,
    Wednesday: weekday,
    Thursday: weekday,
    Friday: weekday,
    Saturday: { open: '09:00', close: '16:00' },
    Sunday: null,
  },
  holidays: [],
};

/** Example: '1 Main St, San Diego, CA 92101'. */
export function formatAddress({ street, city, state, zip }: ShopLocation): string {
  return `${street}, ${city}, ${state} ${zip}`;
}

/** Example: 'tel:+16195550142'. */
export function phoneLink({ phone }: Pick<Shop, 'phone'>): string {
  return `tel:${dialablePhone(phone)}`;
}

/** Formats a number of the United States in any spelling as '+16195550142'. */
export function dialablePhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

export function emailLink({ email }: Pick<Shop, 'email'>): string {
  return `mailto:${email}`;
}
