import { sendJson } from '#kit/form/send-json.ts';
import { HONEYPOT_FIELD } from '../part-request.ts';

export interface PostError {
  error: string;
  /** Field name -> what is wrong with it. */
  errors: Readonly<Record<string, string>>;
}

/** Returns undefined on success, else why the fields are refused. Throws if no answer comes. */
export async function postForm(
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<PostError | undefined> {
  const { [HONEYPOT_FIELD]: trap, ...body } = fields;
  const answer = await sendJson<{ error?: string }>('POST', path, trap ? fields : body);
  if (answer.ok && !answer.data.error) return undefined;
  if (answer.ok || !answer.error) throw new Error(`${path} gave no answer`);
  const { error, field } = answer;
  return { error, errors: field === undefined ? {} : { [field]: error } };
}
