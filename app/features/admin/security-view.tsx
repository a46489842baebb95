/** Spec §2, Security tab: the dashboard's place. */
export function SecurityView() {
  return <h2>Security Dashboard</h2>;
}
