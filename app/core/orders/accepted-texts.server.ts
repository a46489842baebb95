import { sql } from 'kysely';
import type { LegalPageName } from '#core/settings/legal-page.ts';

type AcceptedPage = Extract<LegalPageName, 'terms' | 'warranty'>;

/** Sets the current version in an update of `orders`. Null while the built-in text is current. */
export function currentLegalVersion(page: AcceptedPage) {
  return sql<number | null>`(select max(version) from legal_texts where page = ${page})`;
}

const versionColumns = { terms: 'orders.terms_version', warranty: 'orders.warranty_version' } as const;

/** Selects from `orders` when the version that the buyer accepted was published. */
export function acceptedTextDate(page: AcceptedPage) {
  return sql<Date | null>`(
    select published_at from legal_texts where page = ${page} and version = ${sql.ref(versionColumns[page])}
  )`;
}
