/** A line of a file before its meaning is known. */
export interface RawLine {
  /** Line of the file where it begins, from 1. */
  line: number;
  cells: string[];
}
