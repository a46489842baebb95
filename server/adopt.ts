import { adoptDatabase } from './database/adopt.ts';
import { runAsOwner } from './database/as-owner.ts';

/** npm run adopt: works on the shop that the environment names, which must not run. */
await runAsOwner(async (owner) => console.log(await adoptDatabase(owner, console.log)));
