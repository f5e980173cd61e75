import { FilesField } from "./FilesField";
import { StartersField } from "./StartersField";
import { ToolsField } from "./ToolsField";
import type { FormFields } from "./use-form-draft";
import type { useFormFiles } from "./use-form-files";

/** Fields for what a bot has besides its texts: starters, files and tools. */
export function ExtrasFields({
  fields,
  files,
  put,
}: {
  fields: FormFields;
  files: ReturnType<typeof useFormFiles>;
  put: (part: Partial<FormFields>) => void;
}) {
  return (
    <>
      <StartersField starters={fields.starters} onChange={(starters) => put({ starters })} />
      <FilesField files={files} />
      <ToolsField
        tools={fields.tools}
        accessibility={fields.accessibility}
        onChange={(tools) => put({ tools })}
      />
    </>
  );
}
