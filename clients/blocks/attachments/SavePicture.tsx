import { useKeepsMemos } from "../composer-plugs";
import { memoOfPicture } from "../memos/new-memo";
import { SaveAsMemo } from "../memos/SaveAsMemo";

/** Saves an image of a chat as a memo, in shells with memos. */
export function SavePicture({ file: { file_id, name } }: { file: { file_id: string; name: string } }) {
  if (!useKeepsMemos()) return null;
  return <SaveAsMemo memo={() => memoOfPicture(name, file_id)} />;
}
