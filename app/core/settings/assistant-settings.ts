import { z } from '#core/values/zod-in-browsers.ts';

const HOST = /^(?=.{1,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)*[a-z\d]([a-z\d-]*[a-z\d])?$/;

/** Whether assistants can shop here (docs/agents.md). */
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
      .refine((hosts) => hosts.every((host) => HOST.test(host)), 'must be names such as example.com')
      .default([]),
  })
  .prefault({});

/** Returns which of the refused hosts refuse the host of a platform: itself, and those above it. */
export function findRefusals(hostname: string, refusedHosts: readonly string[]): string[] {
  return refusedHosts.filter((refused) => hostname === refused || hostname.endsWith(`.${refused}`));
}
