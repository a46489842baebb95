import { runAdminCommand } from './auth/admins.ts';
import { asOwner } from './database/as-owner.ts';

/** npm run admin -- add EMAIL | remove EMAIL | list: works on the shop that the environment names, running or not. */
await asOwner(async (owner) => {
  for (const line of await runAdminCommand(owner, process.argv.slice(2))) console.log(line);
});
