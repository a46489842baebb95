import { createContext } from 'react-router';
import type { Origin } from './database.server.ts';

export interface RequestInfo {
  /** Shown on a failure, and logged. */
  id: string;
  clientAddress: string;
  from: Origin;
  /** Logs a failure. The page is not kept. */
  logError(error: unknown): void;
  /** The page lacks a part of itself, which the browser loads later. It is not kept. */
  noteIncomplete(): void;
  /** Sent if the route returns no body. React Router would turn a body into a stream, which is slow. */
  body?: string | Buffer<ArrayBuffer>;
}

export const requestContext = createContext<RequestInfo>();
