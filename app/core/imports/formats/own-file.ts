import { partFileColumns } from '../cells/columns.ts';
import type { FileFormat } from './file-format.ts';

const own = new Set([...partFileColumns.map(({ header }) => header), 'hidden']);

/** The shop's own file (docs/part-files.md). Its cells are read as they were written. */
export const ownFile: FileFormat = {
  key: 'own',
  name: 'a file of this shop',
  isOwn: true,
  facts: ['A cell that is what the shop has written changes nothing.'],
  recognizes: (_, names) =>
    names.size > 1 &&
    (names.has('part_name') || names.has('id')) &&
    [...names].every((name) => own.has(name)),
  columns: {},
  isWhole: false,
};
