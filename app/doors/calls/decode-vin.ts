import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { listListedModels } from '#core/search/vehicle-lists.server.ts';
import { decodeVin } from '#core/vehicles/decode-vin.server.ts';
import { limited } from '#core/limits/limited.server.ts';
import type { Route } from './+types/decode-vin.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

const TOO_MANY = 'Too many VINs from your network. Please wait before trying again.';
const FAILED = "We couldn't look up the VIN. Please choose your car by make, model and year.";

/** Decodes a VIN, which is neither stored nor logged. See docs/fitment.md. */
export async function action({ request, context }: Route.ActionArgs) {
  const body = (await request.json().catch(() => undefined)) as Record<string, unknown> | null | undefined;
  const { vin, confirmed } = body ?? {};
  if (typeof vin !== 'string') return Response.json({ error: 'Send the VIN as text.' }, { status: 400 });
  const { clientAddress } = context.get(requestContext);
  const allowance = await context.get(limitsContext).take('decode-vin', clientAddress);
  if (!allowance.allowed) return limited(allowance, TOO_MANY, FAILED);
  const answer = await decodeVin(vin, confirmed === true, () =>
    listListedModels(context.get(databaseContext).public),
  );
  const headers = { 'Cache-Control': 'private, no-store' };
  if ('problem' in answer) return Response.json({ error: answer.problem }, { status: 400, headers });
  if (!('vehicles' in answer))
    return Response.json({ error: answer.doubt, can_confirm: true }, { status: 409, headers });
  return Response.json(answer, { headers });
}
