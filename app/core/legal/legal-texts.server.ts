import type { Kysely } from 'kysely';
import { data, type RouterContextProvider } from 'react-router';
import type { DB } from '#db/types.ts';
import { BUILT_IN_VERSION, formatLegalDate, type LegalPageName } from '#core/settings/legal-page.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { parseLegalText } from './parse-legal-text.server.ts';
import { legalPlaceholders } from './placeholders.server.ts';
import { privacyText } from './privacy-text.server.ts';
import type { RichText } from './ui/formatted-text.tsx';
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

/** Puts each paragraph and each item of a list on one line, so that the editor wraps them. */
function unwrap(text: string): string {
  return text.replaceAll(/(?<=\S)\n(?!\n|$|#|\||\s*(?:-|\d+\.) )[ ]*/g, ' ');
}

function builtInText(page: LegalPageName): LegalText {
  return { version: BUILT_IN_VERSION, body: builtIn[page], publishedAt: null };
}

function selectStored(database: Kysely<DB>, page: LegalPageName) {
  return database
    .selectFrom('legal_texts')
    .select(['version', 'body', 'published_at as publishedAt'])
    .where('page', '=', page)
    .orderBy('version', 'desc')
    .limit(1);
}

export async function readCurrentText(database: Kysely<DB>, page: LegalPageName): Promise<LegalText> {
  return (await selectStored(database, page).executeTakeFirst()) ?? builtInText(page);
}

/** Reads the version that an address names. Throws a 404 response if there is no such version. */
export async function readVersion(
  database: Kysely<DB>,
  page: LegalPageName,
  version: string,
): Promise<LegalText> {
  if (version === String(BUILT_IN_VERSION)) return builtInText(page);
  const text =
    /^[1-9]\d{0,5}$/.test(version) &&
    (await selectStored(database, page).where('version', '=', Number(version)).executeTakeFirst());
  if (!text) throw data(null, { status: 404 });
  return text;
}

/** The texts that this process read last. Pages need them while the database is down. */
const lastRead = new WeakMap<Kysely<DB>, Map<LegalPageName, LegalText>>();

async function readOrRemember(
  context: Readonly<RouterContextProvider>,
  page: LegalPageName,
): Promise<LegalText> {
  const database = context.get(databaseContext).public;
  const known = lastRead.get(database) ?? new Map<LegalPageName, LegalText>();
  lastRead.set(database, known);
  try {
    const text = await readCurrentText(database, page);
    known.set(page, text);
    return text;
  } catch (error) {
    const text = known.get(page);
    if (!text) throw error;
    context.get(requestContext).logError(error);
    return text;
  }
}

export interface LegalPageData {
  text: RichText;
  updated: string;
  /** True if the address names a version. */
  versioned: boolean;
  /** Date of the current version, if another one is shown. */
  replacedOn: string | null;
}

/** Loads a text for the public pages. `?version=N` is for buyers whose order names the version. Throws a 404 response. */
export async function loadLegalPage(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  page: LegalPageName,
): Promise<LegalPageData> {
  const settings = context.get(settingsContext);
  const { timeZone } = settings.business;
  const version = new URL(request.url).searchParams.get('version');
  const current = await readOrRemember(context, page);
  const shown = version ? await readVersion(context.get(databaseContext).public, page, version) : current;
  return {
    text: parseLegalText(shown.body, legalPlaceholders(settings)).text,
    updated: formatLegalDate(shown.publishedAt, timeZone),
    versioned: Boolean(version),
    replacedOn: shown.version === current.version ? null : formatLegalDate(current.publishedAt, timeZone),
  };
}
