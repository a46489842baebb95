import { renderSVG } from 'uqr';
import { readSettings } from '#core/settings/settings.server.ts';
import type { AccountResponse, SecondStepAction, Visitor } from '#core/accounts/accounts.server.ts';
import { logAccountEvent, logFailedSignIn } from '../audit/account-events.ts';
import { readKnownDevice } from './device.ts';
import { readObject, readPassword } from './input.ts';
import { endingEarlierSessions, startSession } from './sessions.ts';
import { signedIn } from './sign-in.ts';
import {
  type AccountTools,
  NO_SESSION,
  respond,
  readRefusalCode,
  refuse,
  refuseWhenLimited,
} from './tools.ts';

const WRONG_PASSWORD = refuse(400, 'invalid_credentials', 'That is not your password.');
const WRONG_CODE = refuse(400, 'invalid_code', 'This code is wrong or has expired.');
const START_AGAIN = refuse(
  401,
  'second_step_over',
  'Your time to enter a code ran out. Please sign in again.',
);
const TOO_MANY_CODES = 'Too many wrong codes.';
const TOO_MANY_PASSWORDS = 'Too many wrong passwords.';

type User = NonNullable<Visitor['user']>;

/** Sets up, confirms and ends the second step of signing in: authenticator codes and backup codes. */
export async function secondStep(
  tools: AccountTools,
  request: Request,
  visitor: Visitor,
  action: SecondStepAction,
): Promise<AccountResponse> {
  const body = await readObject(request);
  if (action === 'confirm') {
    return visitor.user
      ? confirmSetUp(tools, request, visitor.user, body)
      : confirmSignIn(tools, request, body);
  }
  if (!visitor.user) return NO_SESSION;
  return withPassword(tools, visitor.user, body, (password) =>
    handlers[action](tools, request, visitor.user as User, password),
  );
}

/** Only wrong passwords count toward the limit. */
export async function withPassword(
  { limits }: AccountTools,
  user: User,
  body: Record<string, unknown>,
  work: (password: string) => Promise<AccountResponse>,
): Promise<AccountResponse> {
  const password = readPassword(body);
  if (password === undefined) return WRONG_PASSWORD;
  const refused = refuseWhenLimited(await limits.take('confirm-password', user.id), TOO_MANY_PASSWORDS);
  if (refused) return refused;
  try {
    const done = await work(password);
    await limits.giveBack('confirm-password', user.id);
    return done;
  } catch (error) {
    const code = readRefusalCode(error);
    if (code === 'INVALID_PASSWORD' || code === 'INVALID_PASSWORD_OR_EMAIL') return WRONG_PASSWORD;
    return refuse(400, code.toLowerCase(), "We can't change your second step now.");
  }
}

type Handler = (
  tools: AccountTools,
  request: Request,
  user: User,
  password: string,
) => Promise<AccountResponse>;

const handlers: Record<Exclude<SecondStepAction, 'confirm'>, Handler> = {
  async begin(tools, request, user, password) {
    const { name: issuer } = (await readSettings(tools.database.public)).business;
    const result = await tools.auth.api.enableTwoFactor({
      body: { password, issuer },
      headers: request.headers,
    });
    if (!('totpURI' in result))
      return refuse(400, 'totp_disabled', "This shop doesn't support authenticator apps.");
    const body = {
      secret: new URL(result.totpURI).searchParams.get('secret'),
      qr_code: `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(result.totpURI, { border: 2 }))}`,
      backup_codes: result.backupCodes,
    };
    return respond(200, body, await startSession(tools, request, user.id, { secondStepDone: true }));
  },
  async 'renew-codes'(tools, request, user, password) {
    const { backupCodes } = await tools.auth.api.generateBackupCodes({
      body: { password },
      headers: request.headers,
    });
    await logAccountEvent(tools, request, 'security_backup_codes_renewed', user.id, { severity: 'info' });
    const cookies = await endingEarlierSessions(tools.pool, user.id, () =>
      startSession(tools, request, user.id, { secondStepDone: true }),
    );
    return respond(200, { backup_codes: backupCodes }, cookies);
  },
  async end(tools, request, user, password) {
    const { headers } = await endingEarlierSessions(tools.pool, user.id, () =>
      tools.auth.api.disableTwoFactor({ body: { password }, headers: request.headers, returnHeaders: true }),
    );
    await logAccountEvent(tools, request, 'security_second_step_ended', user.id, { severity: 'warning' });
    return respond(200, {}, headers.getSetCookie());
  },
};

async function confirmSetUp(
  tools: AccountTools,
  request: Request,
  user: User,
  body: Record<string, unknown>,
): Promise<AccountResponse> {
  const refused = refuseWhenLimited(await tools.limits.take('second-step', user.id), TOO_MANY_CODES);
  if (refused) return refused;
  try {
    const code = normalizeCode(body.code);
    if (await isUsed(tools, user.id, code)) return WRONG_CODE;
    const verify = () =>
      tools.auth.api.verifyTOTP({ body: { code }, headers: request.headers, returnHeaders: true });
    const { headers } = user.hasSecondStep
      ? await verify()
      : await endingEarlierSessions(tools.pool, user.id, verify);
    await tools.limits.giveBack('second-step', user.id);
    if (!user.hasSecondStep) {
      await logAccountEvent(tools, request, 'security_second_step_set_up', user.id, { severity: 'info' });
    }
    return respond(200, {}, headers.getSetCookie());
  } catch (error) {
    readRefusalCode(error);
    return WRONG_CODE;
  }
}

async function confirmSignIn(
  tools: AccountTools,
  request: Request,
  body: Record<string, unknown>,
): Promise<AccountResponse> {
  const { api } = tools.auth;
  const user = await userOfSecondStep(tools, request);
  if (!user) return START_AGAIN;
  const key = `${readKnownDevice(tools, request, user.email) ?? 'new'} ${user.email}`;
  const refused = refuseWhenLimited(await tools.limits.take('second-step', key), TOO_MANY_CODES);
  if (refused) return refused;
  const code = normalizeCode(body.code);
  try {
    const call = { headers: request.headers, returnHeaders: true } as const;
    const isBackup = typeof body.backup_code === 'string';
    if (!isBackup && (await isUsed(tools, user.id, code))) {
      await logFailedSignIn(tools, request, user.email);
      return WRONG_CODE;
    }
    const { headers } = isBackup
      ? await api.verifyBackupCode({ ...call, body: { code: String(body.backup_code).trim().slice(0, 40) } })
      : await api.verifyTOTP({ ...call, body: { code } });
    await tools.limits.giveBack('second-step', key);
    return await signedIn(tools, request, user, headers);
  } catch (error) {
    const refusal = readRefusalCode(error);
    if (refusal === 'INVALID_TWO_FACTOR_COOKIE' || refusal.startsWith('TOO_MANY_ATTEMPTS'))
      return START_AGAIN;
    if (refusal === 'BANNED') return START_AGAIN;
    await logFailedSignIn(tools, request, user.email);
    return WRONG_CODE;
  }
}

async function userOfSecondStep(
  { auth, pool }: AccountTools,
  request: Request,
): Promise<{ id: string; email: string } | undefined> {
  const key = await auth.api.secondStepKey({ headers: request.headers });
  if (!key) return undefined;
  const { rows } = await pool.query<{ id: string; email: string }>(
    `select users.id, users.email from auth.verifications join auth.users on users.id = verifications.value::uuid
     where verifications.identifier = $1 and verifications.expires_at > now()`,
    [key],
  );
  return rows[0];
}

/** Each code of an app works once, so a code that someone has watched is useless. A code that is tried counts as used. */
async function isUsed({ limits }: AccountTools, userId: string, code: string): Promise<boolean> {
  return !(await limits.take('use-code', `${userId} ${code}`)).allowed;
}

function normalizeCode(code: unknown): string {
  return typeof code === 'string' ? code.replace(/\s/g, '').slice(0, 10) : '';
}
