import type { DeclaredCapability } from '#core/agents/platform-profile.ts';

/** Capabilities by name, in one or several versions each. */
export type Declared = Readonly<
  Record<string, readonly Pick<DeclaredCapability, 'version' | 'extends' | 'config'>[]>
>;

export interface NegotiatedCapability {
  version: string;
  extends: readonly string[];
  /** The platform's settings of it. */
  config: Readonly<Record<string, unknown>>;
}

export type Negotiated = ReadonlyMap<string, NegotiatedCapability>;

/** Finds what both sides have: https://ucp.dev/2026-04-08/specification/overview#intersection-algorithm */
export function negotiate(shop: Declared, platform: Declared): Negotiated {
  const common = new Map<string, NegotiatedCapability>();
  for (const [name, ours] of Object.entries(shop)) {
    const theirs = Object.hasOwn(platform, name) ? (platform[name] ?? []) : [];
    // Versions are dates, so the highest one is the last as text.
    const [highest] = ours
      .filter(({ version }) => theirs.some((each) => each.version === version))
      .toSorted((a, b) => (a.version < b.version ? 1 : -1));
    if (!highest) continue;
    const { config = {} } = theirs.find(({ version }) => version === highest.version) ?? {};
    common.set(name, { version: highest.version, extends: [highest.extends ?? []].flat(), config });
  }
  let before: number;
  do {
    before = common.size;
    for (const [name, { extends: parents }] of common)
      if (parents.length > 0 && !parents.some((parent) => common.has(parent))) common.delete(name);
  } while (common.size < before);
  return common;
}

/** Keeps what an answer names: the capability of its operation, and extensions of it. */
export function relevantTo(root: string, negotiated: Negotiated): Record<string, [{ version: string }]> {
  return Object.fromEntries(
    [...negotiated].flatMap(([name, { version, extends: parents }]) =>
      name === root || parents.includes(root) ? [[name, [{ version }]]] : [],
    ),
  );
}
