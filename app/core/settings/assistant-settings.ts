import { z } from '#core/values/zod-in-browsers.ts';

/** Tells whether a text is the host of an address, as addresses are written. All that the host of a profile can be is one. */
function isHost(text: string): boolean {
  if (text.length > 253 || /(?:^|\.)(?:\.|$)/.test(text)) return false;
  const address = `https://${text}`;
  return URL.canParse(address) && new URL(address).hostname === text;
}

/** True if assistants can shop here (docs/agents.md). */
export const assistantSettings = z
  .strictObject({
    open: z.boolean().default(true),
    /** True: only platforms that sign their requests are served. */
    onlySigned: z.boolean().default(false),
    /** Platforms whose profile is on one of these hosts, or on a host below one, are refused. */
    refusedHosts: z
      .array(z.string('must be host names'))
      .max(200, 'must be at most 200')
      // The message belongs to the field, which shows the whole list.
      .refine((hosts) => hosts.every(isHost), 'must be names such as example.com')
      .default([]),
  })
  .prefault({});

/** Returns which of the refused hosts refuse the host of a platform: itself, and those above it. */
export function findRefusals(hostname: string, refusedHosts: readonly string[]): string[] {
  return refusedHosts.filter((refused) => hostname === refused || hostname.endsWith(`.${refused}`));
}
