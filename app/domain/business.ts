/** Business details for single pages. shop.ts has those for all pages. */
export const business = {
  hours: [
    { days: 'Monday-Friday', open: '8:00 AM-6:00 PM' },
    { days: 'Saturday', open: '9:00 AM-4:00 PM' },
    { days: 'Sunday', open: 'Closed' },
  ],
  supportHours: 'Monday-Friday 8:00 AM-6:00 PM Pacific',
  stats: [
    { figure: '10+', name: 'Years Experience' },
    { figure: '5,000+', name: 'Happy Customers' },
    { figure: '1,000+', name: 'Parts in Stock' },
    { figure: '2', name: 'Locations' },
  ],
  /** `refundDays` are business days. */
  returns: { days: 30, refundDays: '5-10' },
  legalUpdated: 'January 17, 2025',
} as const;
