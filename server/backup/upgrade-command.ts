import { runAsOwner } from '../database/as-owner.ts';
import { openBackupStore } from './backup-store.ts';
import { checkUpgrade } from './check-upgrade.ts';

await runAsOwner(async (owner, { env }) => {
  const { folder, key } = env.backup;
  const { lines, problems } = await checkUpgrade({
    owner,
    store: openBackupStore(folder, key),
    folders: [...(env.databaseUrl === undefined ? [env.dataDir] : []), folder],
    hasBucket: env.bucket !== undefined,
  });
  for (const line of lines) console.log(line);
  for (const problem of problems) console.log(`PROBLEM    ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
});
