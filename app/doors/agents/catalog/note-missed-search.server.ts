import { sql } from 'kysely';
import { redactDetails } from '#core/audit/audit.ts';
import { writeEvents } from '#core/audit/write-events.server.ts';
import type { ExactVehicle } from '#core/fitment/fit-levels.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import type { AgentCall } from '../operation.ts';

interface MissedSearch {
  query: string | undefined;
  vehicle: Pick<ExactVehicle, 'year' | 'make' | 'model'> | undefined;
  categories: readonly string[] | undefined;
}

/**
 * Records what a buyer looked for and did not find, as the pages of the shop do (docs/audit.md). Emails, phone numbers and VINs
 * are removed first. Never throws: the answer does not depend on it.
 */
export async function noteMissedSearch(
  { context, platform }: Pick<AgentCall, 'context' | 'platform'>,
  { query = '', vehicle, categories }: MissedSearch,
): Promise<void> {
  const { from, clientAddress, logError } = context.get(requestContext);
  const details = redactDetails({
    query,
    results_count: 0,
    ...(vehicle && { year: String(vehicle.year), make: vehicle.make, model: vehicle.model }),
    ...(categories && { category: categories.join(', ').slice(0, 200) }),
    platform: platform.id,
  });
  if (!details) return;
  const allowance = await context.get(limitsContext).takeAll([
    ['note-missed-search', platform.id],
    // One address can name any number of platforms.
    ['log-event', clientAddress],
  ]);
  if (!allowance.allowed) return;
  try {
    await context.get(databaseContext).as({ role: 'service_role', from }, async (transaction) => {
      // It may be lost in a crash, so the answer does not wait for the disk.
      await sql`select set_config('synchronous_commit', 'off', true)`.execute(transaction);
      await writeEvents(transaction, [
        { action: 'search', resourceType: 'agent_platform', resourceId: platform.id, details },
      ]);
    });
  } catch (error) {
    logError(error);
  }
}
