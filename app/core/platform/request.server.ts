import { createContext } from 'react-router';
import type { Origin } from './database.server.ts';

export interface RequestInfo {
  /** A page of a failure shows it, and the log has it. */
  id: string;
  clientAddress: string;
  from: Origin;
  /** Logs a failure. The page is not cached. */
  logError(error: unknown): void;
  /** Notes that the page lacks a section, which the browser loads later. The page is not cached. */
  noteIncomplete(): void;
  /** Body that is sent if the route returns none. React Router would turn a body into a stream, which is slow. */
  body?: string | Buffer<ArrayBuffer>;
}

export const requestContext = createContext<RequestInfo>();
