/** Business details for single pages. Details for all pages are in shop.ts. */
export const business = {
  /** Spec §1, Hours. */
  hours: [
    { days: 'Monday-Friday', open: '8:00 AM-6:00 PM' },
    { days: 'Saturday', open: '9:00 AM-4:00 PM' },
    { days: 'Sunday', open: 'Closed' },
  ],
  /** Spec §2, Warranty page. */
  supportHours: 'Monday-Friday 8:00 AM-6:00 PM Pacific',
  /** Spec §2, About. */
  stats: [
    { figure: '10+', name: 'Years Experience' },
    { figure: '5,000+', name: 'Happy Customers' },
    { figure: '1,000+', name: 'Parts in Stock' },
    { figure: '2', name: 'Locations' },
  ],
  /** Spec §2 and §9, Returns; `refundDays` are business days. */
  returns: { days: 30, refundDays: '5-10' },
  /** Spec §2, the date on the legal pages. */
  legalUpdated: 'January 17, 2025',
} as const;
