import type { LimitRule } from '#domain/limits.ts';
import type { Allowance, Limits } from '#services';

type Refused = Extract<Allowance, { allowed: false }>;

/** The answer to what may not be done now: `tooMany` as a 429, or `failed` as a 503 when nobody could count. */
export function limited({ seconds, known }: Refused, tooMany: string, failed: string): Response {
  return Response.json(
    { error: known ? tooMany : failed },
    { status: known ? 429 : 503, headers: { 'Retry-After': String(seconds) } },
  );
}

type Counted = readonly [rule: LimitRule, key: string];

/** Counts once for each rule, or for none of them when one refuses. */
export async function takeAll(limits: Limits, counted: readonly Counted[]): Promise<Allowance> {
  for (const [index, [rule, key]] of counted.entries()) {
    const allowance = await limits.take(rule, key);
    if (allowance.allowed) continue;
    await giveAllBack(limits, counted.slice(0, index));
    return allowance;
  }
  return { allowed: true };
}

/** Takes back what `takeAll` has counted. */
export async function giveAllBack(limits: Limits, counted: readonly Counted[]): Promise<void> {
  for (const [rule, key] of counted) await limits.giveBack(rule, key);
}
