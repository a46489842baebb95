import type { Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { BUILT_IN_VERSION, type LegalPageName, legalTitles } from '#core/settings/legal-page.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { readCurrentText, readVersion } from '#core/legal/legal-texts.server.ts';
import { type ParsedText, parseLegalText } from '#core/legal/parse-legal-text.server.ts';
import { legalPlaceholders } from '#core/legal/placeholders.server.ts';

export const legalTextRefusals = { legal_texts_pkey: 'someone else has just published this page' };

/** Reads the editor of a page. `opened` is an earlier version to start from. Throws a 404 response. */
export async function readLegalEditor(
  transaction: Transaction<DB>,
  page: LegalPageName,
  opened: string | null,
) {
  const placeholders = legalPlaceholders(await readSettings(transaction));
  const current = await readCurrentText(transaction, page);
  const start = opened === null ? current : await readVersion(transaction, page, opened);
  const stored = await transaction
    .selectFrom('legal_texts')
    .leftJoin('profiles', 'profiles.user_id', 'legal_texts.published_by')
    .select(['version', 'published_at as publishedAt', 'display_name as publishedBy'])
    .where('page', '=', page)
    .orderBy('version', 'desc')
    .execute();
  return {
    page,
    current,
    start: {
      body: start.body,
      preview: opened === null ? [] : parseLegalText(start.body, placeholders).text,
    },
    versions: [...stored, { version: BUILT_IN_VERSION, publishedAt: null, publishedBy: null }],
    placeholders: [...placeholders].map(([name, { text }]) => ({ name, value: text })),
  };
}

export interface LegalTextResult extends ActionResult, Partial<ParsedText> {
  /** Current version, if it is not the one that the admin has seen. */
  current?: number;
}

export async function previewLegalText(transaction: Transaction<DB>, body: string): Promise<LegalTextResult> {
  const parsed = parseLegalText(body, legalPlaceholders(await readSettings(transaction)));
  return { done: parsed.problems.length === 0, ...parsed };
}

interface PublishLegalText {
  page: LegalPageName;
  body: string;
  /** Current version when the admin began. */
  seen: string;
}

/** Adds a version, which is current at once. */
export async function publishLegalText(
  transaction: Transaction<DB>,
  { page, body, seen }: PublishLegalText,
): Promise<LegalTextResult> {
  const { done, problems } = await previewLegalText(transaction, body);
  if (!done) return { done, problems };
  const current = await readCurrentText(transaction, page);
  if (String(current.version) !== seen) {
    return {
      done: false,
      message:
        'Error publishing text: someone else has published a version. Look at it before you publish yours',
      current: current.version,
    };
  }
  if (current.body === body) throw new Refused('this is the current text already');
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
  return { done: true, message: `${legalTitles[page]} published as version ${version}`, current: version };
}
