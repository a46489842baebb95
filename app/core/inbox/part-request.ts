import type { RequestPrefill } from '#core/catalog/request-url.ts';

export const urgencies = [
  { value: 'low', label: 'Low', description: 'can wait a few weeks' },
  { value: 'medium', label: 'Medium', description: 'within a week' },
  { value: 'high', label: 'High', description: 'ASAP' },
] as const;

export type Urgency = (typeof urgencies)[number]['value'];

export const DEFAULT_URGENCY: Urgency = 'medium';

/** Characters. */
export const partRequestMaxLengths = {
  name: 200,
  email: 320,
  phone: 50,
  make: 100,
  model: 100,
  year: 4,
  partName: 200,
  description: 5000,
} as const;

/** Limit for each pair of email and phone. */
export const REQUEST_LIMIT = { submissions: 5, minutes: 15 } as const;

export const partRequestTexts = {
  sent: "Part request submitted successfully! We'll get back to you soon.",
  failed: 'Failed to submit request. Please try again.',
  tooMany: "You've submitted too many requests recently. Please wait before submitting another.",
} as const;

export const HONEYPOT_FIELD = 'website';

/** Lists 50 years, the current one first (Spec §9, Year list). */
export function listRequestYears(currentYear: number): string[] {
  return Array.from({ length: 50 }, (_, ago) => String(currentYear - ago));
}

/** Formats email and phone as a rate limit key. Ignores case and punctuation (Spec §9, Request rate limit). */
export function formatSenderKey(email: string, phone: string): string {
  return `${email.trim().toLowerCase()} ${phone.replace(/\D/g, '')}`;
}

/** Reads the request form's initial values from the URL, cut to the fields' lengths. */
export function readRequestPrefill(parameters: URLSearchParams, siteUrl: string) {
  const read = (field: keyof RequestPrefill, maxLength: number) =>
    (parameters.get(field) ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, maxLength)
      // The cut may be within a character.
      .toWellFormed();
  const year = read('year', partRequestMaxLengths.year);
  const oem = read('oem', 100);
  const car = read('car', 200);
  return {
    make: read('make', partRequestMaxLengths.make),
    model: read('model', partRequestMaxLengths.model),
    year: /^\d{4}$/.test(year) ? year : '',
    partName: read('part', partRequestMaxLengths.partName),
    description: [
      oem && `OEM number ${oem}`,
      car && `From this car in your yard: ${siteUrl}/yard/${encodeURIComponent(car)}`,
    ]
      .filter(Boolean)
      .join('\n'),
  };
}
