import { useText } from "@ensemble/i18n/text";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { IconButton } from "@ensemble/ui/IconButton";
import { Paperclip } from "lucide-react";
import { type RefObject, useRef } from "react";
import { useTakeFiles } from "./use-take-files";

/** Button to attach files to a draft. The field has the focus again once they are chosen. */
export function AttachButton({
  place,
  fieldRef,
}: {
  place: string;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}) {
  const text = useText("start");
  const take = useTakeFiles(place);
  const choose = (files: readonly File[]) => {
    take(files);
    fieldRef.current?.focus();
  };
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={text("attach")} icon={<Paperclip />} onClick={() => input.current?.click()} />
      <FileInput input={input} multiple testId="attach-files" onChoose={choose} />
    </>
  );
}
