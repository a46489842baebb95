import { readFile, writeFile } from 'node:fs/promises';
import type pg from 'pg';
import type { z } from 'zod';
import { defaultSettings, settingsSchema } from '#core/settings/settings.ts';
import {
  describePath,
  describeValue,
  fillDefaults,
  listChanges,
  omitDefaults,
  settingsTopics,
  type StoredSettings,
} from '#core/settings/settings-changes.ts';
import { runAsOwner } from '../database/as-owner.ts';
import { reason, StartError } from '../start-error.ts';

const USAGE = `npm run settings -- export [FILE]               writes all settings as JSON, or prints them
npm run settings -- import FILE [--dry-run]     makes the file the settings; what it does not name becomes the default`;

type Owner = Pick<pg.Client, 'query'>;

/** Runs it. @returns the lines to print. @throws {StartError} with a usage line, or with each refused value and its reason. */
export async function settingsCommand(owner: Owner, args: readonly string[]): Promise<string[]> {
  const dryRun = args.includes('--dry-run');
  const [command, file, ...rest] = args.filter((word) => word !== '--dry-run');
  const isExport = command === 'export' && !dryRun;
  const isImport = command === 'import' && file !== undefined;
  if (rest.length > 0 || (!isExport && !isImport)) throw new StartError(USAGE);
  return isExport ? exportSettings(owner, file) : importSettings(owner, file ?? '', dryRun);
}

async function exportSettings(owner: Owner, file: string | undefined): Promise<string[]> {
  const { values, version } = await readStored(owner);
  const all = fillDefaults(values);
  // The owner's progress in the admin panel is left out.
  const { setup: _setup, ...settings } = all;
  const text = JSON.stringify(settings, null, 2);
  if (file === undefined) return [text];
  await writeFile(file, `${text}\n`).catch(fail);
  return [`Version ${version} of the settings is in ${file}.`];
}

async function importSettings(owner: Owner, file: string, dryRun: boolean): Promise<string[]> {
  const content = readJson(await readFile(file, 'utf8').catch(fail), file);
  await owner.query('begin');
  try {
    const lines = await storeContent(owner, content, dryRun);
    await owner.query('commit');
    return lines;
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** Stores the settings. The caller opens the transaction. */
async function storeContent(owner: Owner, content: unknown, dryRun: boolean): Promise<string[]> {
  const stored = await readStored(owner, 'for update');
  const kept = { setup: stored.values['setup'] ?? defaultSettings.setup };
  const parsed = settingsSchema.safeParse(isObject(content) ? { ...kept, ...content } : content);
  if (!parsed.success) throw new StartError(listReasons(parsed.error));
  const values = omitDefaults(parsed.data);
  const changes = listChanges(fillDefaults(stored.values), fillDefaults(values));
  const lines = changes.map(
    ({ path, before, after }) =>
      `${describePath(path)}: ${describeValue(before, path)} -> ${describeValue(after, path)}`,
  );
  if (changes.length === 0) lines.push('The settings are the same already.');
  else if (dryRun) lines.push('Nothing was changed: --dry-run.');
  else {
    await owner.query('update public.shop_settings set values = $1', [JSON.stringify(values)]);
    await logImport(owner, stored.version + 1, lines);
    lines.push(`Version ${stored.version + 1} of the settings is saved.`);
  }
  return lines;
}

const MAX_LOGGED = 40;

async function logImport(owner: Owner, version: number, changes: readonly string[]): Promise<void> {
  const details = { admin_action: true, changed: changes.length, changes: changes.slice(0, MAX_LOGGED) };
  await owner.query(
    `select public.log_audit_event(
       p_action => 'admin_import_settings', p_resource_type => 'shop_settings', p_resource_id => $1, p_details => $2)`,
    [String(version), JSON.stringify(details)],
  );
}

async function readStored(owner: Owner, lock = ''): Promise<{ values: StoredSettings; version: number }> {
  const { rows } = await owner.query(`select values, version from public.shop_settings ${lock}`);
  return rows[0];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`${file} is not JSON: ${reason(error)}`);
  }
}

/** Returns a line for each refused value. */
function listReasons({ issues }: z.ZodError): string {
  const lines = issues.map((issue) => {
    if (issue.code !== 'unrecognized_keys') return `${issue.path.join('.') || 'The file'} ${issue.message}`;
    const [name = ''] = issue.keys;
    const path = [...issue.path, name].join('.');
    const known = issue.path.length === 0 ? ` The topics are ${settingsTopics.join(', ')}.` : '';
    return `${path} is not a setting.${known}`;
  });
  return ['Nothing was changed.', ...lines].join('\n');
}

function fail(error: unknown): never {
  throw new StartError(reason(error));
}

if (import.meta.main) {
  await runAsOwner(async (owner) => {
    for (const line of await settingsCommand(owner, process.argv.slice(2))) console.log(line);
  });
}
