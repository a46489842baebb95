import type { Kysely } from 'kysely';
import { data, type RouterContextProvider } from 'react-router';
import type { DB } from '#db/types.ts';
import {
  BUILT_IN_VERSION,
  formatLegalDate,
  type LegalPageName,
  parseLegalVersion,
} from '#domain/legal-page.ts';
import type { RichText } from '#domain/rich-text.ts';
import { databaseContext, requestContext } from '#services';
import { settingsContext } from '#settings';
import { parseLegalText } from './parse-legal-text.server.ts';
import { legalPlaceholders } from './placeholders.server.ts';
import { privacyText } from './privacy-text.server.ts';
import { termsText } from './terms-text.server.ts';
import { warrantyText } from './warranty-text.server.ts';

export interface LegalText {
  version: number;
  body: string;
  /** Null for the built-in text. */
  publishedAt: Date | null;
}

const builtIn: Record<LegalPageName, string> = {
  privacy: unwrap(privacyText),
  terms: unwrap(termsText),
  warranty: unwrap(warrantyText),
};

/** One line for each paragraph and each item of a list, so that the editor wraps them. */
function unwrap(text: string): string {
  return text.replaceAll(/(?<=\S)\n(?!\n|$|#|\||\s*(?:-|\d+\.) )[ ]*/g, ' ');
}

/** Reads a version, or the current one. Undefined if there is no such version. */
export async function readLegalText(
  database: Kysely<DB>,
  page: LegalPageName,
  version?: number,
): Promise<LegalText | undefined> {
  const builtInText = { version: BUILT_IN_VERSION, body: builtIn[page], publishedAt: null };
  if (version === BUILT_IN_VERSION) return builtInText;
  const stored = await database
    .selectFrom('legal_texts')
    .select(['version', 'body', 'published_at as publishedAt'])
    .where('page', '=', page)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return stored ?? (version === undefined ? builtInText : undefined);
}

/** What this process read last, for pages while the database is down. */
const lastRead = new WeakMap<Kysely<DB>, Map<LegalPageName, LegalText>>();

async function readCurrentText(
  context: Readonly<RouterContextProvider>,
  page: LegalPageName,
): Promise<LegalText> {
  const database = context.get(databaseContext).public;
  const known = lastRead.get(database) ?? new Map<LegalPageName, LegalText>();
  lastRead.set(database, known);
  try {
    const text = await readLegalText(database, page);
    if (text) known.set(page, text);
  } catch (error) {
    if (!known.has(page)) throw error;
    context.get(requestContext).logError(error);
  }
  return known.get(page) as LegalText;
}

export interface LegalPageData {
  text: RichText;
  updated: string;
  /** Whether the address names a version. */
  versioned: boolean;
  /** Of the current version, if another one is shown. */
  replacedOn: string | null;
}

/** For the public pages. `?version=N` is for buyers whose order names the version. Throws a 404 response. */
export async function loadLegalPage(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  page: LegalPageName,
): Promise<LegalPageData> {
  const settings = context.get(settingsContext);
  const { timeZone } = settings.business;
  const asked = new URL(request.url).searchParams.get('version') || null;
  const current = await readCurrentText(context, page);
  const shown = asked === null ? current : await readVersion(context, page, asked);
  return {
    text: parseLegalText(shown.body, legalPlaceholders(settings)).text,
    updated: formatLegalDate(shown.publishedAt, timeZone),
    versioned: asked !== null,
    replacedOn: shown.version === current.version ? null : formatLegalDate(current.publishedAt, timeZone),
  };
}

async function readVersion(
  context: Readonly<RouterContextProvider>,
  page: LegalPageName,
  asked: string,
): Promise<LegalText> {
  const version = parseLegalVersion(asked);
  const text =
    version === undefined
      ? undefined
      : await readLegalText(context.get(databaseContext).public, page, version);
  if (!text) throw data(null, { status: 404 });
  return text;
}
