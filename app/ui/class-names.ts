/** Joins the classes that apply. A later class does not win over an earlier one: pass layout only, not looks. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
