/** The business details, for the owner to edit. business.ts has the details of single pages. */
export const shop = {
  name: 'Partyard',
  blurb: 'New and used car parts from San Diego, checked on the bench and priced in the open.',
  /** 555-01xx numbers and .example domains are reserved for examples. */
  phone: '(619) 555-0142',
  email: 'parts@partyard.example',
  city: 'San Diego, CA',
  /** Spec §2, Footer. */
  copyrightYear: 2025,
  /** Spec §9, Stated part-request response time. */
  responseTime: '24 hours',
  /** Spec §2 and §9, Warranty. */
  warranty: { oem: '12-36 months', aftermarket: '12-24 months', used: '30 days' },
} as const;

export const phoneLink = `tel:+1${shop.phone.replace(/\D/g, '')}`;
export const emailLink = `mailto:${shop.email}`;
