import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { availableParallelism } from 'node:os';
import {
  COMMON_PASSWORD_COUNT,
  contextWords,
  findLengthProblem,
  findNewPasswordProblem,
  isContextWord,
  passwordTexts,
} from '#core/accounts/account.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { createTurns } from '#core/platform/turns.server.ts';

const common = new Set(
  dictionary['passwords-common'].slice(0, COMMON_PASSWORD_COUNT).map((password) => password.toLowerCase()),
);

/** Hashes of all processes on this machine take turns. Each hash takes a whole core, and one core stays free for pages. */
const waitForTurn = createTurns(Math.max(1, availableParallelism() - 1));

export function hashPassword(password: string): Promise<string> {
  return withLimit(() => hash(password));
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return withLimit(() => verify(stored, password));
}

/** Checks a form that asks for the new password twice. */
export async function findPasswordProblem(
  tools: { database: Database },
  { password = '', confirm = '', email = '' }: Record<string, string>,
): Promise<string | undefined> {
  return findNewPasswordProblem(password, confirm) ?? (await findWeakness(tools, password, email))?.text;
}

type WeaknessReason = 'short' | 'long' | 'common' | 'context';

/** Finds why a password is refused. An empty `email` means that the account is not known. */
export async function findWeakness(
  { database }: { database: Database },
  password: string,
  email: string,
): Promise<{ reason: WeaknessReason; text: string } | undefined> {
  const reason =
    findLengthProblem(password) ??
    (common.has(password.toLowerCase()) ? 'common' : undefined) ??
    ((await isOfContext(database, password, email)) ? 'context' : undefined);
  return reason && { reason, text: passwordTexts[reason] };
}

async function isOfContext(database: Database, password: string, email: string): Promise<boolean> {
  const { name } = (await readSettings(database.public)).business;
  return isContextWord(password, [...contextWords, name, email, email.replace(/@.*/s, '')]);
}

async function withLimit<T>(work: () => Promise<T>): Promise<T> {
  const endTurn = await waitForTurn();
  try {
    return await work();
  } finally {
    endTurn();
  }
}
