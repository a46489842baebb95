import type { Transaction } from 'kysely';
import { logAdminAction } from '#audit/server';
import type { DB } from '#db/types.ts';
import { BUILT_IN_VERSION, type LegalPageName, legalTitles } from '#domain/legal-page.ts';
import type { LegalEditor, LegalTextResult, LegalTextVersion } from '#domain/legal-editor.ts';
import { readSettings } from '#settings';
import { readLegalText } from './legal-texts.server.ts';
import { normalizeLineEnds, parseLegalText } from './parse-legal-text.server.ts';
import { legalPlaceholders, placeholderText } from './placeholders.server.ts';

/** What the editor shows of a page. `viewed` is a version that the admin looks at. */
export async function readLegalEditor(
  transaction: Transaction<DB>,
  page: LegalPageName,
  viewed?: number,
): Promise<LegalEditor> {
  const placeholders = legalPlaceholders(await readSettings(transaction));
  const current = await readLegalText(transaction, page);
  const shown = viewed === undefined ? undefined : await readLegalText(transaction, page, viewed);
  return {
    page,
    version: current?.version ?? BUILT_IN_VERSION,
    body: current?.body ?? '',
    versions: await listVersions(transaction, page),
    viewed: shown && {
      version: shown.version,
      publishedAt: shown.publishedAt,
      body: shown.body,
      text: parseLegalText(shown.body, placeholders).text,
    },
    placeholders: [...placeholders].map(([name, value]) => ({ name, value: placeholderText(value) })),
  };
}

/** Newest first. The built-in text is the last. */
async function listVersions(transaction: Transaction<DB>, page: LegalPageName): Promise<LegalTextVersion[]> {
  const stored = await transaction
    .selectFrom('legal_texts')
    .leftJoin('profiles', 'profiles.user_id', 'legal_texts.published_by')
    .select(['version', 'published_at as publishedAt', 'display_name as publishedBy'])
    .where('page', '=', page)
    .orderBy('version', 'desc')
    .execute();
  return [...stored, { version: BUILT_IN_VERSION, publishedAt: null, publishedBy: null }];
}

export async function previewLegalText(transaction: Transaction<DB>, body: string): Promise<LegalTextResult> {
  const { text, problems } = parseLegalText(body, legalPlaceholders(await readSettings(transaction)));
  return { done: problems.length === 0, text, problems };
}

interface PublishLegalText {
  page: LegalPageName;
  body: string;
  /** The current version when the editor was opened. */
  seen: number | undefined;
}

/** Adds a version, which is current at once. */
export async function publishLegalText(
  transaction: Transaction<DB>,
  { page, body: sent, seen }: PublishLegalText,
): Promise<LegalTextResult> {
  const body = normalizeLineEnds(sent);
  const { done, problems } = await previewLegalText(transaction, body);
  if (!done) return { done, problems };
  const current = await readLegalText(transaction, page);
  if (current?.version !== seen) {
    return {
      done: false,
      message:
        'Error publishing text: someone else has published a version. Look at it before you publish yours',
      current: current?.version,
    };
  }
  if (current?.body === body) {
    return { done: false, message: 'Error publishing text: this is the current text already' };
  }
  const { version } = await transaction
    .insertInto('legal_texts')
    .values({ page, body })
    .returning('version')
    .executeTakeFirstOrThrow();
  await logAdminAction(transaction, 'publish_legal_text', {
    resourceType: 'legal_texts',
    resourceId: page,
    version,
    length: body.length,
  });
  return { done: true, message: `${legalTitles[page]} published as version ${version}` };
}
