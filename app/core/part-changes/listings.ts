export const listings = ['hidden', 'shown'] as const;

/** Tells whether shoppers see a part. */
export type Listing = (typeof listings)[number];
