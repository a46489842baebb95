import { createHash } from 'node:crypto';
import pg from 'pg';

/** Maximum prepared statements per connection. Further statements are not prepared. */
const MAX_STATEMENTS = 500;

/** After a migration, such a statement returns other columns, and another version of the shop may still run it. */
const ALL_COLUMNS = /^\s*select (\S+\.)?\*|returning \*\s*$/i;

/** Limit for a transaction with its own statement_timeout, which a live server obeys. */
const LONG_QUERY_TIMEOUT_MS = 11 * 60_000;

const BEGIN = /^(begin|start transaction)/;
const SETS_TIMEOUT = /set_config\('statement_timeout'/;

const names = new Map<string, string>();

/** Each search gets its own plan: a shared plan would not know how frequent the words are. */
const SEARCHES = /\bsearch_parts\b/;

function statementName(text: string): string | undefined {
  if (SEARCHES.test(text)) return undefined;
  const existing = names.get(text);
  if (existing !== undefined || names.size >= MAX_STATEMENTS) return existing;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

/** Makes all connections prepare the statement again. */
function renameStatement(text: string, name: string): void {
  if (names.get(text) === name) names.set(text, `${name}+`);
}

type QueryArguments = Parameters<pg.Client['query']>;

/**
 * A connection that prepares each statement with parameters once and reuses it by name. It ends if the server does not answer
 * in time (`query_timeout`), so that others can be tried.
 */
export class NamedStatementsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    changeQueries(this, statementName);
  }
}

/** Works with a pooler in transaction mode: the next transaction may have another connection, which knows no names. */
export class UnnamedStatementsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    changeQueries(this, () => undefined);
  }
}

function changeQueries(client: pg.Client, nameOf: (text: string) => string | undefined): void {
  const send = client.query.bind(client) as (...args: unknown[]) => ReturnType<pg.Client['query']>;
  let isLong = false;
  const endIfSilent = (error: unknown) => {
    if (error instanceof Error && error.message === 'Query read timeout') void client.end();
  };
  const query = (...args: unknown[]) => {
    const [text, values, callback] = args;
    if (typeof text !== 'string' || !Array.isArray(values)) return send(...renamed(args, nameOf));
    if (BEGIN.test(text)) isLong = false;
    else isLong ||= SETS_TIMEOUT.test(text);
    const isInTransaction = client.getTransactionStatus() === 'T';
    // A failed statement would end its transaction.
    const name = isInTransaction && ALL_COLUMNS.test(text) ? undefined : nameOf(text);
    const prepared = { name, text, values, ...(isLong && { query_timeout: LONG_QUERY_TIMEOUT_MS }) };
    if (typeof callback === 'function') {
      return send(prepared, (error: unknown, result: unknown) => {
        endIfSilent(error);
        callback(error, result);
      });
    }
    return (send(prepared) as unknown as Promise<unknown>).catch((error: unknown) => {
      endIfSilent(error);
      if (name === undefined || isInTransaction || !hasOtherColumns(error)) throw error;
      renameStatement(text, name);
      return send({ ...prepared, name: nameOf(text) });
    });
  };
  client.query = query as (...args: QueryArguments) => ReturnType<pg.Client['query']> as pg.Client['query'];
}

/** A library may name its statements itself. */
function renamed([query, ...rest]: unknown[], nameOf: (text: string) => string | undefined): unknown[] {
  if (typeof query !== 'object' || query === null || !('name' in query && 'text' in query))
    return [query, ...rest];
  return [{ ...query, name: nameOf(String(query.text)) }, ...rest];
}

/** 'cached plan must not change result type': the statement was prepared before a migration, and it did nothing. */
function hasOtherColumns(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}
