/** The facts of the business, for its owner to edit: everything that names them reads them here. */
export const shop = {
  name: 'Partyard',
  blurb: 'New and used car parts from San Diego, checked on the bench and priced in the open.',
  /** 555-01xx numbers and example domains belong to nobody. */
  phone: '(619) 555-0142',
  email: 'parts@partyard.example',
  city: 'San Diego, CA',
  /** Spec §1: the copyright line reads 2025. */
  copyrightYear: 2025,

  /** Spec §1, Hours. */
  hours: [
    { days: 'Monday-Friday', open: '8:00 AM-6:00 PM' },
    { days: 'Saturday', open: '9:00 AM-4:00 PM' },
    { days: 'Sunday', open: 'Closed' },
  ],
  /** Spec §2, Warranty page. */
  supportHours: 'Monday-Friday 8:00 AM-6:00 PM Pacific',
  /** Spec §9, Stated part-request response time. */
  answersWithin: '24 hours',
  /** Spec §2, About. */
  stats: [
    { figure: '10+', name: 'Years Experience' },
    { figure: '5,000+', name: 'Happy Customers' },
    { figure: '1,000+', name: 'Parts in Stock' },
    { figure: '2', name: 'Locations' },
  ],
  /** Spec §2 and §9, Returns; `refundDays` are business days. */
  returns: { days: 30, refundDays: '5-10' },
  /** Spec §2 and §9, Warranty. */
  warranty: { oem: '12-36 months', aftermarket: '12-24 months', used: '30 days' },
  /** Spec §2: when the legal pages were last changed. */
  legalUpdated: 'January 17, 2025',
} as const;

export const phoneLink = `tel:+1${shop.phone.replace(/\D/g, '')}`;
export const emailLink = `mailto:${shop.email}`;
