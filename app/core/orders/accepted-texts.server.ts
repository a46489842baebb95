import { sql } from 'kysely';
import type { LegalPageName } from '#core/settings/legal-page.ts';

type AcceptedPage = Extract<LegalPageName, 'terms' | 'warranty'>;

/** In an update of `orders`: the current version. Null while the built-in text is current. */
export function currentLegalVersion(page: AcceptedPage) {
  return sql<number | null>`(select max(version) from legal_texts where page = ${page})`;
}

const versionColumns = { terms: 'orders.terms_version', warranty: 'orders.warranty_version' } as const;

/** In a select from `orders`: when the version that its buyer accepted was published. */
export function acceptedTextDate(page: AcceptedPage) {
  return sql<Date | null>`(
    select published_at from legal_texts where page = ${page} and version = ${sql.ref(versionColumns[page])}
  )`;
}
