import { z } from '#core/values/zod-in-browsers.ts';

const host = z
  .string('must be host names')
  .max(253, 'must have at most 253 characters each')
  .regex(
    /^([a-z\d]([a-z\d-]*[a-z\d])?\.)*[a-z\d]([a-z\d-]*[a-z\d])?$/,
    'must be host names such as example.com',
  );

/** Whether assistants can shop here (docs/agents.md). */
export const assistantSettings = z
  .strictObject({
    open: z.boolean().default(true),
    /** True: only platforms that sign their requests are served. */
    onlySigned: z.boolean().default(false),
    /** Platforms whose profile is on one of these hosts, or on a host below one, are refused. */
    refusedHosts: z.array(host).max(200, 'must be at most 200').default([]),
  })
  .prefault({});
