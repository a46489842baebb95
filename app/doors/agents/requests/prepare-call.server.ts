import { randomUUID } from 'node:crypto';
import { declaredBy } from '#core/agents/declared-capabilities.ts';
import type { AgentResponse } from '#core/agents/repeated-requests.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { type AgentCall, type AgentOperation, AgentProblem } from '../operation.ts';
import type { AgentRequest } from './agent-request.ts';
import { checkPlatform, countChange } from './check-platform.server.ts';
import { describeAnswer, describeIncompatible } from './describe-answer.ts';
import { negotiate } from './negotiation.ts';
import { orUnavailable } from './or-unavailable.server.ts';
import { notePlatform } from './platforms.server.ts';
import { readKey, runOnce } from './run-once.server.ts';

/** Checks a request, and returns what answers it. Nothing is changed before that is called. @throws {AgentProblem} */
export async function prepareCall(asked: AgentRequest): Promise<() => Promise<AgentResponse>> {
  const { operation, name, id, context } = asked;
  const { siteUrl } = context.get(shopContext);
  const { profile, isSigned } = await checkPlatform(asked);
  const negotiated = negotiate(declaredBy(siteUrl), profile.capabilities);
  if (!negotiated.has(operation.capability)) return async () => describeIncompatible(operation, siteUrl);
  const key = readKey(asked);
  const input = readInput(operation, asked.input);
  if (operation.changes) await countChange(context, { profile, isSigned });
  const database = context.get(databaseContext);
  const platformId = await orUnavailable(context, () => notePlatform(database, profile.url, isSigned));
  const platform = { id: platformId, profileUrl: profile.url };
  const call: Omit<AgentCall<never>, 'newId'> = {
    platform,
    isSigned,
    capabilities: negotiated,
    id,
    input,
    context,
  };
  const run = async (newId: string) =>
    describeAnswer(operation, negotiated, await operation.run({ ...call, newId }));
  if (key === undefined || !operation.changes) return () => run(randomUUID());
  const said = JSON.stringify([isSigned, id, asked.input ?? null]);
  return () => runOnce(context, { platformId, operation: name, key, asked: said }, run);
}

/** Reads the input of an operation. @throws {AgentProblem} */
export function readInput({ input }: AgentOperation<never>, sent: unknown): never {
  const parsed = input.safeParse(sent);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new AgentProblem(
    400,
    'invalid_request',
    `${place === '' ? 'The request' : place}: ${issue?.message}`,
  );
}
