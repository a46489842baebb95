import { useEffect, useState } from 'react';

export interface SignedInUser {
  id: string;
  email: string;
}

export interface VisitorState {
  /** Undefined until it is known; null when signed out. */
  user: SignedInUser | null | undefined;
  isAdmin: boolean;
}

/**
 * Who is looking at the page. Public pages are the same for everybody, so it is asked for once they are there; when
 * it can't be had, the visitor counts as signed out.
 */
export function useVisitor(): VisitorState {
  const [visitor, setVisitor] = useState<VisitorState>({ user: undefined, isAdmin: false });
  useEffect(() => {
    const leaving = new AbortController();
    fetch('/auth/v1/user', { signal: leaving.signal })
      .then((response) => response.json() as Promise<VisitorState>)
      .then(setVisitor)
      .catch(() => {
        if (!leaving.signal.aborted) setVisitor({ user: null, isAdmin: false });
      });
    return () => leaving.abort();
  }, []);
  return visitor;
}
