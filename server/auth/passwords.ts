import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { availableParallelism } from 'node:os';
import { COMMON_PASSWORDS, lengthProblem, passwordTexts } from '#domain/account.ts';

const common = new Set(
  dictionary['passwords-common'].slice(0, COMMON_PASSWORDS).map((password) => password.toLowerCase()),
);

/** Hashing takes a whole core: one is left for the pages. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);

let running = 0;
const waiting: (() => void)[] = [];

/** argon2id, off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password));
}

/** Why a password may not be chosen, or undefined. */
export function weakness(
  password: string,
): { reason: 'short' | 'long' | 'common'; text: string } | undefined {
  const reason = lengthProblem(password) ?? (common.has(password.toLowerCase()) ? 'common' : undefined);
  return reason && { reason, text: passwordTexts[reason] };
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
