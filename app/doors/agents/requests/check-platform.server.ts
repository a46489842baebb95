import { agentsContext, type PlatformProfile, ProfileProblem } from '#core/agents/agents.server.ts';
import {
  checkDigest,
  hasSignature,
  requiredOfRequest,
  SignatureProblem,
  verifyMessage,
} from '#core/agents/http-signature.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { findRefusals } from '#core/settings/assistant-settings.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { AgentProblem } from '../operation.ts';
import { UCP_VERSION } from '#core/agents/ucp.ts';
import { takeAll, tally } from './agent-limits.server.ts';
import { readAgentAddress } from './agent-address.ts';
import type { AgentRequest } from './agent-request.ts';
import { orUnavailable } from './or-unavailable.server.ts';
import { hasSigned } from './platforms.server.ts';
import { publicUrl } from './public-url.server.ts';

/** Finds out who asks, and whether it may. @throws {AgentProblem} */
export async function checkPlatform(
  asked: AgentRequest,
): Promise<{ profile: PlatformProfile; isSigned: boolean }> {
  const { request, operation, context } = asked;
  const { siteUrl } = context.get(shopContext);
  const { assistants: settings } = context.get(settingsContext);
  if (!settings.open) throw notTrusted('The shop serves no assistants right now', siteUrl);
  const isSigned = hasSignature(request.headers);
  const { clientAddress } = context.get(requestContext);
  if (!isSigned) await tally(context, 'unsigned-assistants', clientAddress);
  const profile = await readProfile(asked, settings.refusedHosts);
  await checkSignature(asked, profile);
  if (isSigned) await tally(context, 'signed-platform', profile.url);
  else {
    if (settings.onlySigned || operation.demandsSignature)
      throw new AgentProblem(
        401,
        'signature_missing',
        'Sign the request (RFC 9421) with a key of your profile',
      );
    await tally(context, 'unsigned-platforms', 'all');
    await tally(context, 'unsigned-platform', profile.url);
  }
  if (profile.version !== UCP_VERSION)
    throw new AgentProblem(
      422,
      'version_unsupported',
      `Protocol version ${profile.version} is not supported. This shop supports version ${UCP_VERSION}.`,
      { continueUrl: `${siteUrl}/` },
    );
  return { profile, isSigned };
}

/** Counts a change of a platform that was checked. Only what is well-formed keeps a row, so only that counts. @throws {AgentProblem} */
export async function countChange(
  context: AgentRequest['context'],
  { profile, isSigned }: { profile: PlatformProfile; isSigned: boolean },
): Promise<void> {
  const { clientAddress } = context.get(requestContext);
  await takeAll(
    context,
    isSigned
      ? [['signed-change', profile.url]]
      : [
          ['unsigned-change', clientAddress],
          ['unsigned-change-all', 'all'],
        ],
  );
}

function notTrusted(content: string, siteUrl: string): AgentProblem {
  return new AgentProblem(403, 'profile_not_trusted', content, { continueUrl: `${siteUrl}/` });
}

async function readProfile(
  { request, context, meta }: AgentRequest,
  refusedHosts: readonly string[],
): Promise<PlatformProfile> {
  const { siteUrl } = context.get(shopContext);
  const address = readAgentAddress(request.headers.get('UCP-Agent'), meta?.profile);
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  if (findRefusals(host, refusedHosts).length > 0)
    throw notTrusted('The shop does not serve this platform', siteUrl);
  return fetchProfile(context, address);
}

/** Strangers share a budget of fetches. Platforms that have signed do not depend on it. */
async function fetchProfile(
  context: AgentRequest['context'],
  address: string,
  wantsKey?: string,
): Promise<PlatformProfile> {
  const { clientAddress } = context.get(requestContext);
  const beforeFetch = async () => {
    const isKnown = await orUnavailable(context, () =>
      hasSigned(context.get(databaseContext), new URL(address).href),
    );
    if (isKnown) return;
    await takeAll(context, [
      ['meet-platform', clientAddress],
      ['meet-platform-all', 'all'],
    ]);
  };
  try {
    return await context
      .get(agentsContext)
      .profileOf(address, { ...(wantsKey !== undefined && { wantsKey }), beforeFetch });
  } catch (error) {
    if (!(error instanceof ProfileProblem)) throw error;
    const { code, message, retryAfter } = error;
    const continueUrl = `${context.get(shopContext).siteUrl}/`;
    throw new AgentProblem(profileStatus[code], code, message, {
      continueUrl,
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
}

const profileStatus = { invalid_profile_url: 400, profile_unreachable: 424, profile_malformed: 422 } as const;

const signatureStatus: Record<SignatureProblem['code'], number> = {
  signature_missing: 401,
  signature_invalid: 401,
  key_not_found: 401,
  digest_mismatch: 400,
  algorithm_unsupported: 400,
};

/** Verifies a request that has signature headers, and the digest of one that has none. */
async function checkSignature(
  { request, body, context }: AgentRequest,
  profile: PlatformProfile,
): Promise<void> {
  const { headers, method } = request;
  try {
    if (!hasSignature(headers)) {
      if (headers.has('Content-Digest')) checkDigest(headers, body);
      return;
    }
    const message = { method, url: publicUrl(request.url, context.get(shopContext).siteUrl), headers };
    await verifyMessage(message, {
      body,
      required: requiredOfRequest(message, body.length > 0),
      async findKey(id) {
        const find = ({ keys }: PlatformProfile) => keys.find((key) => key.id === id);
        return find(profile) ?? find(await fetchProfile(context, profile.url, id));
      },
    });
  } catch (error) {
    if (!(error instanceof SignatureProblem)) throw error;
    throw new AgentProblem(signatureStatus[error.code], error.code, error.message);
  }
}
