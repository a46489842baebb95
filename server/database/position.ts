/** A position in the write-ahead log. */
export type Position = bigint;

/** Reads a position at or after every visible commit, even one that does not wait for the disk. */
export const READ_PRIMARY_POSITION = 'select pg_current_wal_insert_lsn() as position';

/** A commit up to this position is visible. A replica may have been promoted. */
export const READ_REPLAYED_POSITION = `
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end as position`;

/** Reads a position. @param text Two hexadecimal numbers of 32 bits, the way PostgreSQL writes it. */
export function readPosition(text: string): Position {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
