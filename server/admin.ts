import { runAdminCommand } from './auth/admins.ts';
import { runAsOwner } from './database/as-owner.ts';

await runAsOwner(async (owner) => {
  for (const line of await runAdminCommand(owner, process.argv.slice(2))) console.log(line);
});
