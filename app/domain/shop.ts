/** Business details for all pages. business.ts has those of single pages. */
export const shop = {
  name: 'Partyard',
  blurb: 'New and used car parts from San Diego, checked on the bench and priced in the open.',
  /** 555-01xx numbers and .example domains are reserved for examples. */
  phone: '(619) 555-0142',
  email: 'parts@partyard.example',
  city: 'San Diego, CA',
  copyrightYear: 2025,
  responseTime: '24 hours',
  warranty: { oem: '12-36 months', aftermarket: '12-24 months', used: '30 days' },
} as const;

export const phoneLink = `tel:+1${shop.phone.replace(/\D/g, '')}`;
export const emailLink = `mailto:${shop.email}`;
