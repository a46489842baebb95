import { isInnerList, parseDictionary } from 'structured-headers';
import { AgentProblem } from '../operation.ts';

/**
 * Returns the address of the platform's profile, from the header UCP-Agent (RFC 8941) or from the call's `meta`.
 * @throws {AgentProblem} if there is none, or if they differ.
 */
export function readAgentAddress(header: string | null, meta: unknown): string {
  const named = header === null ? undefined : readHeader(header);
  if (meta !== undefined && typeof meta !== 'string')
    throw invalid('meta["ucp-agent"].profile must be the address of your profile');
  if (named !== undefined && meta !== undefined && named !== meta)
    throw invalid('UCP-Agent and meta["ucp-agent"].profile must be the same');
  const address = named ?? meta;
  if (address === undefined)
    throw invalid(
      'Send the address of your profile, as in UCP-Agent: profile="https://example.com/profile.json"',
    );
  return address;
}

function readHeader(header: string): string {
  const wrong = invalid('UCP-Agent must be a dictionary (RFC 8941) with the member profile="https://…"');
  let profile;
  try {
    profile = parseDictionary(header).get('profile');
  } catch {
    throw wrong;
  }
  if (!profile || isInnerList(profile) || typeof profile[0] !== 'string') throw wrong;
  return profile[0];
}

function invalid(content: string): AgentProblem {
  return new AgentProblem(400, 'invalid_profile_url', content);
}
