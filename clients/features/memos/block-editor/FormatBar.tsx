import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import type { Editor } from "@tiptap/core";
import { Bold, Code, ImagePlus, Italic, Link, Link2, Plus, Strikethrough } from "lucide-react";
import type { OpenDialog } from "./BlockDialogs";
import { BlockMenu } from "./BlockMenu";
import { BLOCK_CHOICES, type Outside } from "./block-choices";
import type { BlockState } from "./block-state";
import { LanguageField } from "./LanguageField";
import { TableMenu } from "./TableMenu";

/** Marks of words, with their keys. */
const MARKS = [
  { mark: "bold", icon: Bold, keys: "Mod+B" },
  { mark: "italic", icon: Italic, keys: "Mod+I" },
  { mark: "strike", icon: Strikethrough, keys: "Mod+Shift+S" },
  { mark: "code", icon: Code, keys: "Mod+E" },
] as const;

/** Toolbar over the text: what is put in, and how words look. */
export function FormatBar({
  editor,
  state,
  outside,
  onDialog,
  busy,
}: {
  editor: Editor | null;
  state: BlockState | null;
  outside: Outside;
  onDialog: (dialog: OpenDialog) => void;
  /** True while an image is uploaded. */
  busy: boolean;
}) {
  const text = useText("memos");
  // What opens something waits until the menu has given the focus to the text.
  const later: Outside = {
    chooseImage: () => requestAnimationFrame(outside.chooseImage),
    linkMemo: () => requestAnimationFrame(outside.linkMemo),
  };
  const marksOff = !editor || state?.plain;
  return (
    <div
      role="toolbar"
      aria-label={text("formatting")}
      className="sticky top-0 z-10 -mx-2 flex flex-wrap items-center gap-0.5 rounded-md bg-surface px-0.5 py-0.5"
    >
      <Menu
        align="start"
        finalFocus={() => editor?.view.dom ?? null}
        trigger={
          <IconButton size="sm" label={text("insert_block")} keys="/" icon={<Plus />} disabled={!editor} />
        }
      >
        {BLOCK_CHOICES.map(({ key, icon: Icon, put }) => (
          <MenuItem
            key={key}
            icon={<Icon aria-hidden="true" />}
            onSelect={() => editor && put(editor, later)}
          >
            {text(`blocks.${key}`)}
          </MenuItem>
        ))}
      </Menu>
      <span aria-hidden="true" className="mx-1 h-4 w-px bg-line" />
      {MARKS.map(({ mark, icon: Icon, keys }) => (
        <IconButton
          key={mark}
          size="sm"
          label={text(`marks.${mark}`)}
          keys={keys}
          icon={<Icon />}
          disabled={marksOff}
          aria-pressed={state?.[mark] ?? false}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor?.chain().focus().toggleMark(mark).run()}
        />
      ))}
      <IconButton
        size="sm"
        label={text("marks.link")}
        icon={<Link />}
        disabled={marksOff}
        aria-pressed={state?.link ?? false}
        onClick={() => onDialog({ kind: "link" })}
      />
      <IconButton size="sm" label={text("link_memo")} keys="[[" icon={<Link2 />} onClick={outside.linkMemo} />
      <IconButton
        size="sm"
        label={text("add_picture")}
        icon={<ImagePlus />}
        disabled={busy}
        onClick={outside.chooseImage}
      />
      {editor && state?.table ? <TableMenu editor={editor} /> : null}
      {editor && state && state.language !== null ? (
        <LanguageField editor={editor} language={state.language} />
      ) : null}
      {editor ? <BlockMenu editor={editor} /> : null}
    </div>
  );
}
