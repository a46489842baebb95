import { createContext } from 'react-router';

/** The changes that live updates follow. */
export interface Changes {
  /** Number of the newest change. Everything read from now on includes it, and all changes before it. */
  readonly newest: number;
}

export const changesContext = createContext<Changes>();
