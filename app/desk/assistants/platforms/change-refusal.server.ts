import type { Transaction } from 'kysely';
import { findRefusals } from '#core/settings/assistant-settings.ts';
import { parseSettings, settingsSchema } from '#core/settings/settings.ts';
import { lockSettings, storeSettings } from '#core/settings/store-settings.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import type { DB } from '#db/types.ts';

/** Changes the setting 'Refused assistants', from what it is now. `serve` also serves hosts that were refused with this one. */
export async function changeRefusal(
  transaction: Transaction<DB>,
  { intent, host }: { intent: 'refuse' | 'serve'; host: string },
): Promise<ActionResult> {
  const now = await lockSettings(transaction);
  const settings = parseSettings(now.values);
  const { refusedHosts } = settings.assistants;
  const refusals = findRefusals(host, refusedHosts);
  const isRefused = intent === 'refuse';
  if (isRefused === refusals.length > 0)
    return { done: true, message: `${host} is ${isRefused ? 'refused' : 'served'} already` };
  const next = isRefused
    ? [...refusedHosts, host]
    : refusedHosts.filter((refused) => !refusals.includes(refused));
  const parsed = settingsSchema.shape.assistants.safeParse({ ...settings.assistants, refusedHosts: next });
  if (!parsed.success) throw new Refused(`the refused hosts ${parsed.error.issues[0]?.message}`);
  await storeSettings(transaction, {
    action: 'change_settings',
    now,
    next: { ...settings, assistants: parsed.data },
  });
  return {
    done: true,
    message: isRefused
      ? `${host} is refused`
      : `${refusals.join(', ')} ${refusals.length === 1 ? 'is' : 'are'} served again`,
  };
}
