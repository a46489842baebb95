import { createContext } from 'react-router';

/** What live updates follow. */
export interface Changes {
  /** The number of a change. What is read from now on has it, and all changes before it. */
  readonly newest: number;
}

export const changesContext = createContext<Changes>();
