/** The page about the shop. The owner sets it, as the facts of `Shop`. */
export interface AboutTexts {
  /** Paragraphs, with an empty line between them. Empty means that the page has no story. */
  story: string;
  stats: { figure: string; name: string }[];
}

/** Values of the specification (Spec §2), and the demo shop's story. */
export const defaultAbout: AboutTexts = {
  story: `We began more than ten years ago with one lift, one shelf and a neighbor's Civic that needed an alternator on a Saturday. The new one was a week away and cost more than the car was worth. The used one was in the yard across the street, and it ran for years.

Today we have two locations in the San Diego area. We dismantle cars with care, test their parts, and also stock new OEM and aftermarket parts for everything that should never be bought used.`,
  stats: [
    { figure: '10+', name: 'Years Experience' },
    { figure: '5,000+', name: 'Happy Customers' },
    { figure: '1,000+', name: 'Parts in Stock' },
    { figure: '2', name: 'Locations' },
  ],
};
