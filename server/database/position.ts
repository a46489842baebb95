/** A place in the write-ahead log. */
export type Position = bigint;

/** Not before any commit that can be seen, also one that does not wait for the disk. */
export const READ_PRIMARY_POSITION = 'select pg_current_wal_insert_lsn() as position';

/** What is committed before it can be seen. A replica may have been promoted. */
export const READ_REPLAYED_POSITION = `
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end as position`;

/** @param text As PostgreSQL writes it: two hexadecimal numbers of 32 bits. */
export function readPosition(text: string): Position {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
