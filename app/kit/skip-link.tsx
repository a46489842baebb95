/** Moves the focus past what stands before an element. It is seen while it has the focus. */
export function SkipLink({ to, children }: { to: `#${string}`; children: string }) {
  return (
    <a
      href={to}
      className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:z-30 focus-visible:bg-surface focus-visible:p-3"
    >
      {children}
    </a>
  );
}
