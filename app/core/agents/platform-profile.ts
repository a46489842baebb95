import { z } from 'zod';

/** Names of capabilities, services and the like, such as 'dev.ucp.shopping.cart'. */
export const REVERSE_DOMAIN = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9_]*)+$/;

const name = z.string().max(200).regex(REVERSE_DOMAIN);
const version = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const config = z.record(z.string(), z.unknown());

const entity = z.object({
  version,
  spec: z.url().optional(),
  schema: z.url().optional(),
  id: z.string().optional(),
  config: config.optional(),
});

const capability = entity.extend({ extends: z.union([name, z.array(name).min(1)]).optional() });

export type DeclaredCapability = z.output<typeof capability>;

const service = entity.extend({
  transport: z.enum(['rest', 'mcp', 'a2a', 'embedded']),
  endpoint: z.url().optional(),
});

const signingKey = z.object({
  kid: z.string().min(1).max(200),
  kty: z.string(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  use: z.enum(['sig', 'enc']).optional(),
  alg: z.string().optional(),
});

export type SigningKey = z.output<typeof signingKey>;

const MAX_ADDRESS_LENGTH = 2_000;

/**
 * Keeps what the shop reads of a platform's capabilities: versions that both have, and two settings. Profiles stay in memory, and
 * platforms write into them what they like.
 */
export function keepCommon(
  theirs: Readonly<Record<string, readonly DeclaredCapability[]>>,
  ours: Readonly<Record<string, readonly Pick<DeclaredCapability, 'version'>[]>>,
): Record<string, DeclaredCapability[]> {
  const common: Record<string, DeclaredCapability[]> = {};
  for (const [capabilityName, versions] of Object.entries(ours)) {
    const declared = Object.hasOwn(theirs, capabilityName) ? (theirs[capabilityName] ?? []) : [];
    const kept = versions.flatMap((our) => {
      const found = declared.find((each) => each.version === our.version);
      return found ? [{ version: our.version, config: keepSettings(found.config) }] : [];
    });
    if (kept.length > 0) common[capabilityName] = kept;
  }
  return common;
}

function keepSettings({ webhook_url: url, supports_multi_group: multi }: Record<string, unknown> = {}) {
  return {
    ...(typeof url === 'string' && url.length <= MAX_ADDRESS_LENGTH && { webhook_url: url }),
    ...(typeof multi === 'boolean' && { supports_multi_group: multi }),
  };
}

/** The profile of a platform: https://ucp.dev/2026-04-08/specification/overview#platform-profile. Unknown members are dropped. */
export const platformProfile = z.object({
  ucp: z.object({
    version,
    services: z.record(name, z.array(service)),
    payment_handlers: z.record(name, z.array(entity)),
    capabilities: z.record(name, z.array(capability)).default({}),
  }),
  signing_keys: z.array(signingKey).max(20).default([]),
});
