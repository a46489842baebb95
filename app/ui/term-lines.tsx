/** The return and warranty terms of an order (describeOrderTerms). */
export function TermLines({ terms }: { terms: readonly (readonly string[])[] }) {
  return terms.map((lines) => (
    <div key={lines[0]} className="[&+&]:mt-2">
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  ));
}
