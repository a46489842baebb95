import { access, constants } from 'node:fs/promises';
import { type Env, settingNames, siteUrlOf } from '../env.ts';
import { judgeConfiguration, judgeSecrets, readableByOthers } from '../security/configuration.ts';
import { readSecurityFacts } from '../security/facts.ts';
import { type Check, fix, type Finding, note, ok } from './findings.ts';

export function checkSettings(
  source: NodeJS.ProcessEnv,
  { env, problems, secret }: { env: Env; problems: readonly string[]; secret: string | undefined },
): Check {
  return {
    name: 'Settings',
    async look() {
      const ownerUrl = env.databaseAddress?.ownerUrl ?? 'postgres://127.0.0.1/partyard';
      const siteUrl = siteUrlOf(env, env.port);
      const facts = readSecurityFacts(env, { siteUrl, secret: secret ?? '', ownerUrl });
      const judged = [...judgeConfiguration(facts), ...(secret === undefined ? [] : judgeSecrets(facts))];
      const existing = await onlyExisting(facts.secretFiles);
      const found = [
        ...problems.map((problem) => fix(problem)),
        ...findUnknown(source),
        ...judged.map(({ severity, what, advice }): Finding => {
          const matters = severity === 'critical' || severity === 'high';
          return { level: matters ? 'fix' : 'note', what, advice };
        }),
        ...(await readableByOthers(existing)).map((file) =>
          fix(`Other users of the machine can read DATA_DIR/${file}.`, `Run chmod 600 on it.`),
        ),
        ...(env.databaseUrl !== undefined && env.authSecret === undefined
          ? [
              note(
                'AUTH_SECRET is not set: this machine uses its own, from DATA_DIR.',
                'Set it if other machines serve this shop, too.',
              ),
            ]
          : []),
        ...(env.production && env.databaseUrl === undefined
          ? [
              note(
                'The embedded database is used. The system does not update its PostgreSQL and libraries.',
                'It is for trying the shop, and for one machine where only the shop reaches it. Set DATABASE_URL to use a server.',
              ),
            ]
          : []),
        ...(env.production && env.siteUrl === undefined
          ? [fix(`SITE_URL is not set: links in mails lead to ${siteUrl}.`, "Set it to the shop's address.")]
          : []),
      ];
      return found.length > 0 ? found : [ok('are complete')];
    },
  };
}

/** Names with these beginnings belong to the shop only. */
const OWN_NAMES =
  /^(BACKUP|STRIPE|SMTP|MAIL_FROM|SHOP_MAIL|PAGE_CACHE|METRICS|FIRECRAWL|DEMO|AUTH_SECRET|SITE_URL|TRUST_|REQUIRE_ADMIN|DATABASE_MIGRATE)/;

function findUnknown(source: NodeJS.ProcessEnv): Finding[] {
  const names = Object.keys(source).filter((name) => !settingNames.includes(name));
  return names.flatMap((name) => {
    const meant = settingNames.find((known) => isNear(name.toUpperCase(), known));
    if (meant === undefined && !OWN_NAMES.test(name)) return [];
    if (meant !== undefined && source[meant]) return [];
    const advice = meant === undefined ? 'docs/configuration.md lists all settings.' : `Is ${meant} meant?`;
    return [fix(`${name} is not a setting of the shop.`, advice)];
  });
}

/** Tells whether two names differ in one letter, or long ones in two, or only in their underscores. */
function isNear(one: string, other: string): boolean {
  if (one.replaceAll('_', '') === other.replaceAll('_', '')) return true;
  return other.length > 5 && distance(one, other) <= (other.length > 9 ? 2 : 1);
}

/** Counts the letters that must be added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [at, wanted] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

async function onlyExisting(files: readonly string[]): Promise<string[]> {
  const exist = await Promise.all(
    files.map((file) =>
      access(file, constants.F_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return files.filter((_, at) => exist[at]);
}
