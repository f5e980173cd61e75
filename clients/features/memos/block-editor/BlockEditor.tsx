import { BODY_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import { useText } from "@ensemble/i18n/text";
import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { BlockDialogs, type OpenDialog } from "./BlockDialogs";
import { BlockHandle } from "./BlockHandle";
import { type BlockState, stateOf } from "./block-state";
import { createBlocks, type MemoBlocks } from "./create-editor";
import { FormatBar } from "./FormatBar";
import { SlashMenu, useSlashMenu } from "./SlashMenu";
import { useFileUpload } from "./use-file-upload";
import "@ensemble/blocks/markdown/markdown.css";
import "./block-editor.css";

/** Field that can be given the focus. */
export interface Focusable {
  focus: () => void;
}

export interface BlockEditorProps {
  memoId: string;
  fieldRef: Ref<Focusable>;
  body: string;
  /** True if it leaves room for an image. */
  short: boolean;
  /** True if it takes the focus when it appears. */
  focused: boolean;
  onType: (body: string) => void;
  /** Follows a link of the text. */
  onFollow: (address: string) => void;
  /** Called for a text that has no form in blocks. */
  onUnreadable: () => void;
}

/** Editor of a memo's text in blocks: what is typed is Markdown, and what is shown is what it means. */
export function BlockEditor(props: BlockEditorProps) {
  const { memoId, fieldRef, body, short, focused, onType, onFollow, onUnreadable } = props;
  const text = useText("memos");
  const chat = useText("chat");
  const place = useRef<HTMLDivElement>(null);
  const [blocks, setBlocks] = useState<MemoBlocks | null>(null);
  const [state, setState] = useState<BlockState | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const upload = useFileUpload();
  const editor = blocks?.editor ?? null;
  const files = useRef<HTMLInputElement>(null);
  const outside = {
    chooseImage: () => files.current?.click(),
    linkMemo: () => {
      const { from, to } = editor?.state.selection ?? { from: 1, to: 1 };
      setDialog({ kind: "memo", from, to });
    },
  };
  const slash = useSlashMenu(editor, outside);
  const addFiles = useEffectEvent((chosen: File[], at: number, into: MemoBlocks | null = blocks) => {
    for (const file of chosen)
      upload.mutate(file, {
        onSuccess: ({ path, name, isPicture }) => {
          if (!into || into.editor.isDestroyed) return;
          const end = into.editor.state.doc.content.size;
          into.editor.commands.insertContentAt(
            Math.min(at, end),
            isPicture
              ? { type: "image", attrs: { src: path, alt: name } }
              : { type: "text", text: name, marks: [{ type: "link", attrs: { href: path } }] },
          );
        },
      });
    return chosen.length > 0;
  });
  const type = useEffectEvent(onType);
  const follow = useEffectEvent(onFollow);
  const look = useEffectEvent((shown: MemoBlocks["editor"], typed: boolean) => {
    setState((before) => stateOf(shown, before));
    slash.look(shown, typed);
  });
  const key = useEffectEvent((event: KeyboardEvent) => slash.onKey(event));
  const start = useEffectEvent((element: HTMLElement) =>
    createBlocks(
      element,
      body,
      {
        label: text("text"),
        placeholder: text("block_placeholder"),
        hint: text("block_hint"),
        taskOpen: chat("task_open"),
        taskDone: chat("task_done"),
      },
      BODY_MAX_CHARS,
      {
        onType: type,
        onState: look,
        onKey: key,
        onFiles: addFiles,
        onBrackets: (range) => setDialog({ kind: "memo", ...range }),
        onFollow: follow,
      },
    ),
  );
  /** Runs what reads a text; one that cannot be read stays Markdown. */
  const reading = useEffectEvent(<Result,>(read: () => Result): Result | null => {
    try {
      return read();
    } catch (error) {
      console.error("a memo has no form in blocks", error);
      onUnreadable();
      return null;
    }
  });
  // Before the next key arrives: the field that stood for the editor is gone in the same commit.
  useLayoutEffect(() => {
    const element = place.current;
    const made = element ? reading(() => start(element)) : null;
    if (!made) return;
    setBlocks(made);
    return () => made.editor.destroy();
  }, []);
  useLayoutEffect(() => {
    if (!blocks || !focused) return;
    blocks.editor.commands.focus("end");
    // The command waits for the next frame.
    blocks.editor.view.focus();
  }, [blocks, focused]);
  // Another window, or the server, has another text.
  useEffect(() => {
    if (blocks) reading(() => blocks.show(body));
  }, [blocks, body]);
  useImperativeHandle(fieldRef, () => ({ focus: () => editor?.commands.focus("start") }), [editor]);
  return (
    <div className="flex flex-col gap-2">
      <FormatBar
        editor={editor}
        state={state}
        outside={outside}
        onDialog={setDialog}
        busy={upload.isPending}
      />
      <input
        ref={files}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={text("add_picture")}
        onChange={({ target }) => {
          addFiles([...(target.files ?? [])], editor?.state.selection.from ?? 1);
          target.value = "";
        }}
      />
      <div className="relative">
        <div ref={place} className={short ? "block-place-short" : "block-place"} />
        {editor ? <BlockHandle editor={editor} /> : null}
        {editor && slash.query ? <SlashMenu editor={editor} menu={slash} /> : null}
      </div>
      {editor && dialog ? (
        <BlockDialogs editor={editor} memoId={memoId} dialog={dialog} onClose={() => setDialog(null)} />
      ) : null}
    </div>
  );
}
