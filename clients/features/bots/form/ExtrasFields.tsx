import type { BotFile } from "@ensemble/contract/wire";
import { FilesField } from "./FilesField";
import { StartersField } from "./StartersField";
import { ToolsField } from "./ToolsField";
import type { FormFields } from "./use-form-draft";

/** Fields for what a bot has besides its texts: starters, files and tools. */
export function ExtrasFields({
  fields,
  files,
  put,
  onFiles,
}: {
  fields: FormFields;
  files: readonly BotFile[];
  put: (part: Partial<FormFields>) => void;
  onFiles: (files: BotFile[]) => void;
}) {
  return (
    <>
      <StartersField starters={fields.starters} onChange={(starters) => put({ starters })} />
      <FilesField files={files} onChange={onFiles} />
      <ToolsField
        tools={fields.tools}
        accessibility={fields.accessibility}
        onChange={(tools) => put({ tools })}
      />
    </>
  );
}
