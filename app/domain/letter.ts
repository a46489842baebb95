/** A mail of a few words, with the one thing that can be done about it. */
export interface Letter {
  /** The subject, too. */
  title: string;
  /** What it is about. */
  text: string;
  action: { label: string; href: string };
  /** What else there is to know. */
  note: string;
}
