import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { availableParallelism } from 'node:os';
import {
  COMMON_PASSWORD_COUNT,
  findLengthProblem,
  findNewPasswordProblem,
  passwordTexts,
} from '#domain/account.ts';
import { shareOf } from '#services/workers.server.ts';

const common = new Set(
  dictionary['passwords-common'].slice(0, COMMON_PASSWORD_COUNT).map((password) => password.toLowerCase()),
);

/** Of all processes of a machine. A hash takes a whole core. Leaves one core for pages. */
const MAX_CONCURRENT = Math.max(1, availableParallelism() - 1);

let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return withLimit(() => hash(password));
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return withLimit(() => verify(stored, password));
}

/** Of a form with the password twice. */
export function findPasswordProblem({
  password = '',
  confirm = '',
}: Record<string, string>): string | undefined {
  return findNewPasswordProblem(password, confirm) ?? findWeakness(password)?.text;
}

export function findWeakness(
  password: string,
): { reason: 'short' | 'long' | 'common'; text: string } | undefined {
  const reason = findLengthProblem(password) ?? (common.has(password.toLowerCase()) ? 'common' : undefined);
  return reason && { reason, text: passwordTexts[reason] };
}

async function withLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= shareOf(MAX_CONCURRENT)) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
