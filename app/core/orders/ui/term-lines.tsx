/** The return and warranty terms of an order (describeOrderTerms): paragraphs in lines. */
export function TermLines({ terms }: { terms: readonly (readonly string[])[] }) {
  return (
    <div className="grid gap-3">
      {terms.map((lines) => (
        <div key={lines[0]} className="grid gap-1">
          {lines.map((line) => (
            <p key={line} className="wrap-anywhere">
              {line}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}
