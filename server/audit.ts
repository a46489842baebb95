import { auditCommand } from './audit/audit-command.ts';
import { runAsOwner } from './database/as-owner.ts';

/** npm run audit -- check | heads: works on the shop that the environment names, running or not. */
await runAsOwner(async (owner) => {
  const { lines, ok } = await auditCommand(owner, process.argv.slice(2));
  for (const line of lines) console.log(line);
  if (!ok) process.exitCode = 1;
});
