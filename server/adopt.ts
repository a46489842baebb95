import { adoptDatabase } from './database/adopt.ts';
import { runAsOwner } from './database/as-owner.ts';

await runAsOwner(async (owner) => console.log(await adoptDatabase(owner, console.log)));
