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
} as const;

export const phoneLink = `tel:+1${shop.phone.replace(/\D/g, '')}`;
export const emailLink = `mailto:${shop.email}`;
