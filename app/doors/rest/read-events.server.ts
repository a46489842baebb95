import { z } from 'zod';
import { type AuditEvent, redactDetails, redactPath, redactText, MAX_EVENTS } from '#core/audit/audit.ts';

/** The sent address is ignored, because the connection has the true one (Spec §3, §7). */
const client = { p_ip_address: z.string().nullish(), p_user_agent: z.string().nullish() };

const MAX_AGENT_LENGTH = 500;

const logAuditEvent = z.strictObject({
  ...client,
  p_user_id: z.string().nullish(),
  p_action: z.string().regex(/^[a-z][a-z0-9_]{0,99}$/),
  p_resource_type: z.string().nullish(),
  p_resource_id: z.string().nullish(),
  p_details: z.record(z.string(), z.unknown()).nullish(),
});

const logFailedAuthAttempt = z.strictObject({ ...client, p_email: z.string() });

/**
 * Returns the redacted events, or the first problem in one line. The details keep a sent user agent that differs from
 * `agent`, which is the connection's.
 */
export function readEvents(
  body: unknown,
  agent: string | null,
): { events: AuditEvent[]; many: boolean } | { error: string } {
  const many = Array.isArray(body);
  if (many && (body.length === 0 || body.length > MAX_EVENTS))
    return { error: `There must be 1 to ${MAX_EVENTS} events` };
  const parsed = z.array(logAuditEvent).safeParse(many ? body : [body]);
  if (!parsed.success) return { error: formatProblem(parsed.error) };
  const events: AuditEvent[] = [];
  for (const sent of parsed.data) {
    const details = redactDetails(sent.p_details ?? {});
    if (!details) return { error: 'p_details is too large' };
    const sentAgent = sent.p_user_agent;
    if (sentAgent && sentAgent !== agent) details.sent_user_agent = redactText(sentAgent, MAX_AGENT_LENGTH);
    events.push({
      action: sent.p_action,
      resourceType: optional(sent.p_resource_type, (text) => redactText(text, 100)),
      resourceId: optional(sent.p_resource_id, redactPath),
      details,
    });
  }
  return { events, many };
}

/** Returns the first problem in one line. */
export function validateFailedAttempt(body: unknown): string | undefined {
  const parsed = logFailedAuthAttempt.safeParse(body);
  return parsed.success ? undefined : formatProblem(parsed.error);
}

function optional(text: string | null | undefined, format: (text: string) => string): string | null {
  return text === null || text === undefined ? null : format(text);
}

function formatProblem({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === 'unrecognized_keys') return `There is no parameter ${issue.keys[0]?.slice(0, 50)}`;
  const parameter = issue?.path.findLast((part) => typeof part === 'string');
  return parameter === undefined ? 'The request cannot be read' : `${parameter} cannot be read`;
}
