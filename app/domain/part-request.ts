import type { KnownOfRequest } from './request-address.ts';

/** Spec §2, Request a Part: how soon the part is needed. */
export const urgencies = [
  { value: 'low', label: 'Low', meaning: 'can wait a few weeks' },
  { value: 'medium', label: 'Medium', meaning: 'within a week' },
  { value: 'high', label: 'High', meaning: 'ASAP' },
] as const;

export type Urgency = (typeof urgencies)[number]['value'];

export const DEFAULT_URGENCY: Urgency = 'medium';

/** The most characters of each field. */
export const partRequestBounds = {
  name: 200,
  email: 320,
  phone: 50,
  make: 100,
  model: 100,
  year: 4,
  partName: 200,
  description: 5000,
} as const;

/** Spec §9, Request rate limit: submissions of one e-mail and phone pair within so many minutes. */
export const REQUEST_LIMIT = { submissions: 5, minutes: 15 } as const;

/** Spec §5 and §8, Part request. */
export const partRequestTexts = {
  sent: "Part request submitted successfully! We'll get back to you soon.",
  failed: 'Failed to submit request. Please try again.',
  tooMany: "You've submitted too many requests recently. Please wait before submitting another.",
} as const;

/** A robot fills in every field; this one is hidden from people. */
export const TRAP_FIELD = 'website';

/** Spec §9, Year list: 50 years, the current one first. */
export function requestYears(currentYear: number): string[] {
  return Array.from({ length: 50 }, (_, ago) => String(currentYear - ago));
}

/** The same for the same pair, however it is written: 'Dana@Example.com' and '(619) 555-0187' or '6195550187'. */
export function senderPair(email: string, phone: string): string {
  return `${email.trim().toLowerCase()} ${phone.replace(/\D/g, '')}`;
}

/** What a form begins with. An address may say anything: only what fits into a field is taken. */
export function knownOfAddress(parameters: URLSearchParams) {
  const read = (field: keyof KnownOfRequest, most: number) =>
    (parameters.get(field) ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, most);
  const year = read('year', partRequestBounds.year);
  const oem = read('oem', 100);
  return {
    make: read('make', partRequestBounds.make),
    model: read('model', partRequestBounds.model),
    year: /^\d{4}$/.test(year) ? year : '',
    partName: read('part', partRequestBounds.partName),
    description: oem && `OEM number ${oem}`,
  };
}
