import { runAsOwner } from './database/as-owner.ts';
import { searchCommand } from './search/search-command.ts';

/** npm run search -- check | rebuild: works on the shop that the environment names, running or not. */
await runAsOwner(async (owner) => {
  const { lines, ok } = await searchCommand(owner, process.argv.slice(2));
  for (const line of lines) console.log(line);
  if (!ok) process.exitCode = 1;
});
