import { runAsOwner } from './database/as-owner.ts';
import { searchCommand } from './search/search-command.ts';

await runAsOwner(async (owner) => {
  const { lines, ok } = await searchCommand(owner, process.argv.slice(2));
  for (const line of lines) console.log(line);
  if (!ok) process.exitCode = 1;
});
