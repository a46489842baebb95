/** Limits the bodies that a route reads. A route module exports it as `accepts`; one without it takes a `shortForm`. */
export interface Accepts {
  /** Length of the whole body, in units of 1,024 bytes. */
  kilobytes: number;
  /** Media types, without parameters. */
  types: readonly string[];
}

export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];
export const JSON_TYPES = ['application/json'];

export const shortForm: Accepts = { kilobytes: 16, types: FORM_TYPES };
/** Fits a text of 10,000 characters: a form without JavaScript sends up to nine bytes for each. */
export const textForm: Accepts = { kilobytes: 100, types: FORM_TYPES };
/** Fits a picture of 10 MB and its form. */
export const pictureForm: Accepts = { kilobytes: 11 * 1024, types: FORM_TYPES };

export const shortJson: Accepts = { kilobytes: 16, types: JSON_TYPES };
export const longJson: Accepts = { kilobytes: 64, types: JSON_TYPES };
