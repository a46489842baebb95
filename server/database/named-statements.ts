import { createHash } from 'node:crypto';
import pg from 'pg';

/** Prepared statements per connection. Further statements are not prepared. */
const MAX_STATEMENTS = 500;

const names = new Map<string, string>();

function statementName(text: string): string | undefined {
  const existing = names.get(text);
  if (existing !== undefined || names.size >= MAX_STATEMENTS) return existing;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

type QueryArguments = Parameters<pg.Client['query']>;

/** A connection that prepares each statement with parameters once and reuses it by name. */
export class NamedStatementsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    changeQueries(this, ([text, values, ...rest]) =>
      typeof text === 'string' && Array.isArray(values)
        ? [{ name: statementName(text), text, values }, ...rest]
        : undefined,
    );
  }
}

/** For a pooler in transaction mode: the next transaction may have another connection, which knows no names. */
export class UnnamedStatementsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    changeQueries(this, ([query, ...rest]) =>
      typeof query === 'object' && query !== null && 'name' in query && 'text' in query
        ? [{ ...query, name: undefined }, ...rest]
        : undefined,
    );
  }
}

/** @param change Returns undefined to send the query as it is. */
function changeQueries(client: pg.Client, change: (args: unknown[]) => unknown[] | undefined): void {
  const send = client.query.bind(client) as (...args: unknown[]) => ReturnType<pg.Client['query']>;
  const query = (...args: unknown[]) => send(...(change(args) ?? args));
  client.query = query as (...args: QueryArguments) => ReturnType<pg.Client['query']> as pg.Client['query'];
}
