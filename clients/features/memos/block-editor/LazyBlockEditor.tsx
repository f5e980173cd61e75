import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { OwnImages } from "@ensemble/blocks/markdown/own-images";
import { lazyPart, useLazyPart } from "@ensemble/ui/lazy-part";
import { useImperativeHandle, useRef, useState } from "react";
import { MemoBodyField } from "../editor/MemoBodyField";
import type { BlockEditorProps, Focusable } from "./BlockEditor";

/** Editor in blocks, loaded with the first memo that is written. */
export const blockEditor = lazyPart(() => import("./BlockEditor"));

/** Editor in blocks. Until it is there, an empty text is typed into a field, and another one is read. */
export function LazyBlockEditor({ fieldRef, ...props }: Omit<BlockEditorProps, "focused">) {
  const part = useLazyPart(blockEditor);
  const [focused, setFocused] = useState(false);
  const field = useRef<Focusable>(null);
  useImperativeHandle(fieldRef, () => ({
    focus: () => {
      setFocused(true);
      field.current?.focus();
    },
  }));
  if (part) return <part.BlockEditor {...props} fieldRef={field} focused={focused} />;
  const isEmpty = props.body.trim() === "" || focused;
  return (
    <>
      {isEmpty ? (
        <MemoBodyField {...props} fieldRef={field} isPlain onFocused={setFocused} />
      ) : (
        <div className={props.short ? "min-h-24" : "min-h-[50dvh]"}>
          <div aria-hidden="true" className="h-9" />
          <OwnImages value={true}>
            <Markdown text={props.body} />
          </OwnImages>
        </div>
      )}
    </>
  );
}
