import { runAsOwner } from './database/as-owner.ts';
import { taxRatesCommand } from './settings/tax-rates-command.ts';

await runAsOwner(async (owner) => {
  const { lines, ok } = await taxRatesCommand(owner, process.argv.slice(2));
  for (const line of lines) console.log(line);
  if (!ok) process.exitCode = 1;
});
