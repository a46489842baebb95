export const legalPages = ['privacy', 'terms', 'warranty'] as const;

export type LegalPageName = (typeof legalPages)[number];

export function isLegalPage(name: string): name is LegalPageName {
  return (legalPages as readonly string[]).includes(name);
}

export const legalTitles: Record<LegalPageName, string> = {
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  warranty: 'Warranty',
};

/** Characters. The database has the same limit. */
export const MAX_LEGAL_TEXT_LENGTH = 40_000;

/** The texts that the shop is delivered with are version 0 (Spec §2). */
export const BUILT_IN_VERSION = 0;

const BUILT_IN_DATE = 'January 17, 2025';

/** Formats the date of a version in the shop's time zone: 'January 17, 2025'. A missing time means the built-in text's date. */
export function formatLegalDate(publishedAt: Date | null | undefined, timeZone: string): string {
  if (!publishedAt) return BUILT_IN_DATE;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(publishedAt);
}

/** Returns the lasting address of a version. An order without one accepted the built-in text. */
function legalVersionPath(page: LegalPageName, version: number | null): string {
  return `/${page}?version=${version ?? BUILT_IN_VERSION}`;
}

/** Versions and dates of the texts that a buyer accepted. Null means the built-in texts. */
export interface AcceptedTexts {
  termsVersion: number | null;
  termsDate: Date | null;
  warrantyVersion: number | null;
  warrantyDate: Date | null;
}

/** Names and links the texts of an order. Example: 'Terms of Service (January 17, 2025)'. */
export function listAcceptedTexts(
  { termsVersion, termsDate, warrantyVersion, warrantyDate }: AcceptedTexts,
  timeZone: string,
): { name: string; path: string }[] {
  return [
    {
      name: `${legalTitles.terms} (${formatLegalDate(termsDate, timeZone)})`,
      path: legalVersionPath('terms', termsVersion),
    },
    {
      name: `${legalTitles.warranty} (${formatLegalDate(warrantyDate, timeZone)})`,
      path: legalVersionPath('warranty', warrantyVersion),
    },
  ];
}
