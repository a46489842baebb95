import type { LegalPageName } from './legal-page.ts';
import type { RichText, TextProblem } from './rich-text.ts';

export interface LegalTextVersion {
  version: number;
  /** Null for the built-in text. */
  publishedAt: Date | null;
  /** Null for an admin without a name. */
  publishedBy: string | null;
}

/** What the admin panel shows of a legal page. */
export interface LegalEditor {
  page: LegalPageName;
  /** The current version and its text. */
  version: number;
  body: string;
  /** Newest first. The built-in text is the last. */
  versions: LegalTextVersion[];
  /** The version that the admin looks at. */
  viewed: { version: number; publishedAt: Date | null; body: string; text: RichText } | undefined;
  placeholders: { name: string; value: string }[];
}

export interface LegalTextResult {
  done: boolean;
  message?: string;
  problems?: TextProblem[];
  /** For a preview. */
  text?: RichText;
  /** The current version, if it is not the one that the admin has seen. */
  current?: number | undefined;
}
