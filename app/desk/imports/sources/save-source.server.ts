import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import {
  authsOf,
  findFolderProblem,
  MAX_SECRET,
  MAX_SOURCE_ADDRESS,
  MAX_SOURCES,
  nextRunTime,
  readDailyTime,
  readSourceAddress,
  secretOwner,
  type SourceAddress,
  type SourceAuth,
  sourceHost,
  sourceKinds,
  type SourceSchedule,
  sourceSchedules,
} from '#core/imports/sources/import-source.ts';
import { ownableFields, type OwnableField } from '#core/imports/sources/merge-delivered.ts';
import { readNow } from '#core/platform/read-now.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { Downloads } from '#core/platform/downloads.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { addRun } from './change-source.server.ts';

export type SavedSource = ActionResult & { id?: string };

interface SourceForm {
  supplier: string;
  address: SourceAddress;
  auth: SourceAuth;
  userName: string | null;
  /** Null means that it stays as it is. */
  secret: string | null;
  schedule: SourceSchedule;
  dailyAt: number | null;
  kind: string;
  mode: string;
  shopOwns: OwnableField[];
  /** Null means that no file goes back. */
  backPath: string | null;
}

/** Adds a source and runs it, or changes one. A secret that is left empty stays, unless it would be sent to another server. */
export async function saveSource(
  run: <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>,
  { id, form, downloads }: { id: string | undefined; form: Record<string, unknown>; downloads: Downloads },
): Promise<SavedSource> {
  const read = readForm(form, downloads);
  const keyProblem =
    'source' in read && read.source.auth === 'key' && read.source.secret !== null
      ? await downloads.findKeyProblem(read.source.secret)
      : undefined;
  if ('errors' in read) return { done: false, errors: read.errors };
  if (keyProblem !== undefined) return { done: false, errors: { secret: keyProblem } };
  const { source } = read;
  return run((transaction) =>
    id === undefined ? add(transaction, source, downloads) : change(transaction, id, source, downloads),
  );
}

function readForm(
  form: Record<string, unknown>,
  { hasFolder }: Pick<Downloads, 'hasFolder'>,
): { source: SourceForm } | { errors: Record<string, string> } {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name].trim().toWellFormed() : '');
  const errors: Record<string, string> = {};
  const supplier = text('supplier');
  if (supplier === '' || supplier.length > 100 || /\p{Cc}/u.test(supplier))
    errors['supplier'] = 'Please enter the supplier, at most 100 characters';
  const address = readSourceAddress(text('address'));
  if ('problem' in address) errors['address'] = address.problem;
  else if (address.protocol === 'folder:' && !hasFolder)
    errors['address'] = 'The shop has no folder for imports. The operator sets IMPORT_FOLDER';
  else if (isIP(address.host) !== 0 && isClearlyPrivate(address.host))
    errors['address'] = 'The address must be on the public internet';
  const auth = text('auth') as SourceAuth;
  if ('protocol' in address && !authsOf[address.protocol].includes(auth))
    errors['auth'] = 'Please choose credentials that fit the address';
  const isBasic = 'protocol' in address && address.protocol === 'https:' && auth === 'password';
  const userName = isBasic ? text('userName') : null;
  if (userName !== null && (userName === '' || userName.length > 200 || /[:\p{Cc}]/u.test(userName)))
    errors['userName'] = 'Please enter the user, without a colon';
  const sent = typeof form['secret'] === 'string' ? form['secret'] : '';
  const secret = auth === 'none' ? null : auth === 'key' ? sent.replaceAll('\r\n', '\n').trim() : sent.trim();
  if (secret !== null && (secret.length > MAX_SECRET || (auth !== 'key' && /\p{Cc}/u.test(secret))))
    errors['secret'] = "This is too long, or has characters that can't be sent";
  if (auth === 'bearer' && secret !== null && /[^\x21-\x7e]/.test(secret))
    errors['secret'] = 'A token has no spaces and no letters with accents';
  const schedule = text('schedule') as SourceSchedule;
  if (!Object.hasOwn(sourceSchedules, schedule)) errors['schedule'] = 'Please choose how often';
  const dailyAt = schedule === 'daily' ? (readDailyTime(text('dailyAt')) ?? null) : null;
  if (schedule === 'daily' && dailyAt === null) errors['dailyAt'] = 'Please enter a time such as 06:30';
  const backPath = 'protocol' in address && address.protocol !== 'https:' ? text('backPath') : '';
  const backProblem = 'protocol' in address ? findBackProblem(backPath, address) : undefined;
  if (backProblem !== undefined) errors['backPath'] = backProblem;
  const [kind, mode] = [text('kind'), text('mode')];
  if (!Object.hasOwn(sourceKinds, kind)) errors['kind'] = 'Please choose what the file contains';
  if (mode !== 'good' && mode !== 'all') errors['mode'] = 'Please choose what happens to rejected lines';
  if (Object.keys(errors).length > 0 || 'problem' in address) return { errors };
  return {
    source: {
      supplier,
      address,
      auth,
      userName,
      secret: secret === '' && auth !== 'none' ? null : secret,
      schedule,
      dailyAt,
      kind,
      mode,
      shopOwns: ownableFields.filter((field) => form[`owned-${field}`] !== undefined),
      backPath: backPath === '' ? null : backPath,
    },
  };
}

/** Says why a path can't take the file of the shop's changes. */
function findBackProblem(path: string, { protocol, path: read }: SourceAddress): string | undefined {
  if (path === '') return undefined;
  if (path.length > MAX_SOURCE_ADDRESS || /\p{Cc}/u.test(path))
    return "This is too long, or has characters that can't be sent";
  if (path === read || path === `/${read}`) return 'Enter another path than that of the file to import';
  if (path.endsWith('/')) return 'Enter the path of a file';
  return protocol === 'folder:' ? findFolderProblem(path) : undefined;
}

/** Recognizes private addresses, for a message at once. Each run checks the address that it connects to anyway. */
function isClearlyPrivate(host: string): boolean {
  return /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^::|^f[cde]/i.test(host);
}

const SECRET_MISSING = 'Please enter it';

async function add(
  transaction: Transaction<DB>,
  source: SourceForm,
  downloads: Downloads,
): Promise<SavedSource> {
  if (source.auth !== 'none' && source.secret === null)
    return { done: false, errors: { secret: SECRET_MISSING } };
  const { count } = await transaction
    .selectFrom('import_sources')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_SOURCES)
    return {
      done: false,
      message: `Error adding the import: there are ${MAX_SOURCES} scheduled imports. Delete one first`,
    };
  const id = randomUUID();
  await transaction
    .insertInto('import_sources')
    .values({ id, ...(await columnsOf(transaction, source)), sealed_secret: seal(id, source, downloads) })
    .execute();
  await addRun(transaction, id);
  await log(transaction, id, source, { action: 'add_import_source' });
  return { done: true, id, message: 'Scheduled import added' };
}

async function change(
  transaction: Transaction<DB>,
  id: string,
  source: SourceForm,
  downloads: Downloads,
): Promise<SavedSource> {
  const found = await transaction
    .selectFrom('import_sources')
    .select(['address', 'auth', 'user_name as userName', 'supplier', 'kind', 'host_key', 'seen_host_key'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return { done: false, message: 'Error saving the import: it was deleted' };
  const isSameOwner = secretOwner({ ...found, id }) === secretOwner(asStored(id, source));
  if (source.auth !== 'none' && source.secret === null && !isSameOwner) {
    return {
      done: false,
      errors: { secret: 'Please enter it again: it is not sent to another server or as another user' },
    };
  }
  const isSameServer = sourceHost(found.address) === sourceHost(source.address.href);
  await transaction
    .updateTable('import_sources')
    .set({
      ...(await columnsOf(transaction, source)),
      user_id: sql<string>`auth.uid()`,
      ...(source.auth === 'none' && { sealed_secret: null }),
      ...(source.secret !== null && { sealed_secret: seal(id, source, downloads) }),
      ...(!isSameServer && { host_key: null, seen_host_key: null }),
      // The next file is imported even if it is the last one: it may mean something else now.
      etag: null,
      last_modified: null,
      sha256: null,
      ends_with_break: null,
      failing_since: null,
      failures: 0,
      problem: null,
    })
    .where('id', '=', id)
    .execute();
  await log(transaction, id, source, {
    action: 'change_import_source',
    host_before: sourceHost(found.address),
    new_credentials: source.secret !== null,
  });
  return { done: true, id, message: 'Scheduled import saved' };
}

function asStored(id: string, { address, auth, userName }: SourceForm) {
  return { id, address: address.href, auth, userName };
}

function seal(id: string, source: SourceForm, downloads: Downloads): string | null {
  if (source.secret === null) return null;
  return downloads.seal(source.secret, secretOwner(asStored(id, source)));
}

async function columnsOf(transaction: Transaction<DB>, source: SourceForm) {
  const { timeZone } = (await readSettings(transaction)).business;
  const { supplier, address, auth, userName, schedule, dailyAt, kind, mode, shopOwns, backPath } = source;
  const now = await readNow(transaction);
  return {
    supplier,
    address: address.href,
    auth,
    user_name: userName,
    schedule,
    daily_at: dailyAt,
    kind,
    mode,
    shop_owns: shopOwns,
    back_path: backPath,
    next_run_at: nextRunTime({ schedule, dailyAt, timeZone }, now, now),
  };
}

/** Leaves out the path, which may have a token. */
async function log(
  transaction: Transaction<DB>,
  id: string,
  { supplier, address, auth, schedule, kind, mode }: SourceForm,
  { action, ...details }: { action: 'add_import_source' | 'change_import_source' } & Record<string, unknown>,
): Promise<void> {
  await logAdminAction(transaction, action, {
    resourceId: id,
    resourceType: 'import_sources',
    supplier,
    host: sourceHost(address.href),
    credentials: auth,
    schedule,
    kind,
    mode,
    ...details,
  });
}
