import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { securityContext } from '#core/security/security-scan.server.ts';
import { limited } from '#core/limits/limited.server.ts';
import { runScan } from './run-scan.server.ts';
import { authorizeDashboard, readDashboardAs } from '../authorize-dashboard.server.ts';
import type { Route } from './+types/security-scan.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

const PRIVATE = { 'Cache-Control': 'private, no-store' };
const DENIED = 'Access denied. Admin privileges required.';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { admin, denied } = await authorizeDashboard(request, context);
  if (!admin) return Response.json({ error: DENIED }, { status: denied.status, headers: PRIVATE });
  return Response.json(await readDashboardAs(admin, context), { headers: PRIVATE });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { admin, denied } = await authorizeDashboard(request, context);
  if (!admin) return Response.json({ error: DENIED }, { status: denied.status, headers: PRIVATE });
  if (request.method !== 'POST') {
    return Response.json({ error: 'Method not allowed' }, { status: 405, headers: { Allow: 'GET, POST' } });
  }
  const allowance = await context.get(limitsContext).take('security-scan', admin.userId);
  if (!allowance.allowed) {
    const minutes = Math.ceil(allowance.seconds / 60);
    return limited(
      allowance,
      `Too many scans. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      "We couldn't start the scan.",
    );
  }
  const { from, logError, id } = context.get(requestContext);
  try {
    await runScan({
      database: context.get(databaseContext),
      security: context.get(securityContext),
      admin: { ...admin, from },
    });
    return Response.json({}, { headers: PRIVATE });
  } catch (error) {
    logError(error);
    return Response.json({ error: `Something went wrong. Reference ${id}` }, { status: 500 });
  }
}
