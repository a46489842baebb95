import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { isOpenForBuyer, MAX_RETURN_PHOTOS, type ReturnState } from '#core/orders/return.ts';
import { storePhotograph } from '#core/pictures/photographs.server.ts';
import type { Files } from '#core/platform/files.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

/** Runs work in one transaction with the rights of a person. */
type Run = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

interface AddReturnPhoto {
  files: Files;
  run: Run;
  /** Number of the return. */
  number: number;
  upload: FormDataEntryValue | null;
  /** True for the buyer, who may add photographs until the shop has the parts. */
  byBuyer?: true;
}

/** Adds a photograph of the buyer or the shop to a return. @throws {Refused} */
export async function addReturnPhoto({
  files,
  run,
  number,
  upload,
  byBuyer,
}: AddReturnPhoto): Promise<ActionResult> {
  const stored = await storePhotograph(files, upload);
  if ('problem' in stored) throw new Refused(stored.problem);
  return run(async (transaction) => {
    // The lock makes photographs that arrive together count one after the other.
    const locked = await transaction
      .selectFrom('returns')
      .select(['id', 'state'])
      .where('number', '=', String(number))
      .forUpdate()
      .executeTakeFirst();
    if (!locked) throw new Refused('this return does not exist');
    if (byBuyer) requireOpenForBuyer(locked.state as ReturnState);
    const { count } = await transaction
      .selectFrom('return_photos')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('return_id', '=', locked.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_RETURN_PHOTOS)
      throw new Refused(`a return has at most ${MAX_RETURN_PHOTOS} photographs`);
    await transaction
      .insertInto('return_photos')
      .values({ ...stored, return_id: locked.id })
      .execute();
    return { done: true, message: 'Photo added' };
  });
}

/** Refuses photographs of the buyer from when the shop has the parts. @throws {Refused} */
export function requireOpenForBuyer(state: ReturnState): void {
  if (!isOpenForBuyer(state)) throw new Refused("this return can't have any more photos");
}

/** Reads a photograph that the person may see, of one return or of any. */
export async function readReturnPhoto(
  { files, run }: Pick<AddReturnPhoto, 'files' | 'run'>,
  { id, returnId }: { id: string; returnId?: string },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const photo = await run((transaction) =>
    transaction
      .selectFrom('return_photos')
      .select('file')
      .where('id', '=', id)
      .$if(returnId !== undefined, (query) => query.where('return_id', '=', returnId as string))
      .executeTakeFirst(),
  );
  return photo && files.get(photo.file);
}
