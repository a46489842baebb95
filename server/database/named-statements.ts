import { createHash } from 'node:crypto';
import pg from 'pg';

/** Prepared statements per connection. Further statements are not prepared. */
const MAX_STATEMENTS = 500;

/** The result of such a statement has other columns after a migration, which another version of the shop may run meanwhile. */
const ALL_COLUMNS = /^\s*select (\S+\.)?\*|returning \*\s*$/i;

const names = new Map<string, string>();

function statementName(text: string): string | undefined {
  const existing = names.get(text);
  if (existing !== undefined || names.size >= MAX_STATEMENTS) return existing;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

/** All connections prepare the statement again. */
function renameStatement(text: string, name: string): void {
  if (names.get(text) === name) names.set(text, `${name}+`);
}

type QueryArguments = Parameters<pg.Client['query']>;

/** A connection that prepares each statement with parameters once and reuses it by name. */
export class NamedStatementsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...args: unknown[]) => ReturnType<pg.Client['query']>;
    const query = (...args: unknown[]) => {
      const [text, values, ...rest] = args;
      if (typeof text !== 'string' || !Array.isArray(values)) return send(...args);
      const isInTransaction = this.getTransactionStatus() === 'T';
      // A failed statement would end its transaction.
      if (isInTransaction && ALL_COLUMNS.test(text)) return send(text, values, ...rest);
      const name = statementName(text);
      const sent = send({ name, text, values }, ...rest);
      if (name === undefined || rest.length > 0 || isInTransaction) return sent;
      return (sent as unknown as Promise<unknown>).catch((error: unknown) => {
        if (!hasOtherColumns(error)) throw error;
        renameStatement(text, name);
        return send({ name: statementName(text), text, values });
      });
    };
    this.query = query as (...args: QueryArguments) => ReturnType<pg.Client['query']> as pg.Client['query'];
  }
}

/** 'cached plan must not change result type': the statement was prepared before a migration, and did nothing. */
function hasOtherColumns(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}
