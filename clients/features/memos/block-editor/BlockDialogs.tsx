import { PLACES } from "@ensemble/blocks/places";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { LinkDialog } from "../editor/LinkDialog";

/** Dialog over the text. `memo`: links a memo in place of a range. */
export type OpenDialog = { kind: "link" } | { kind: "memo"; from: number; to: number };

export function BlockDialogs({
  editor,
  memoId,
  dialog,
  onClose,
}: {
  editor: Editor;
  memoId: string;
  dialog: OpenDialog;
  onClose: () => void;
}) {
  const text = useText("memos");
  if (dialog.kind === "link") return <AddressDialog editor={editor} onClose={onClose} />;
  return (
    <LinkDialog
      memoId={memoId}
      onClose={onClose}
      onChoose={({ id, title }) => {
        const link = { type: "link", attrs: { href: PLACES.memo(id) } };
        const words = { type: "text", text: title || text("untitled"), marks: [link] };
        onClose();
        editor.chain().insertContentAt({ from: dialog.from, to: dialog.to }, words).run();
        requestAnimationFrame(() => editor.commands.focus());
      }}
    />
  );
}

/** Asks for the address of a link. An empty one removes the link. */
function AddressDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const text = useText("memos");
  const [address, setAddress] = useState<string>(editor.getAttributes("link").href ?? "");
  const submit = () => {
    const href = address.trim();
    const chain = editor.chain().extendMarkRange("link");
    onClose();
    if (href === "") chain.unsetMark("link").run();
    else if (editor.state.selection.empty && !editor.isActive("link"))
      chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setMark("link", { href, title: null }).run();
    requestAnimationFrame(() => editor.commands.focus());
  };
  return (
    <FormDialog
      title={text("marks.link")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      fieldFirst
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={text("link_address")}
        type="url"
        dir="ltr"
        placeholder="https://"
        value={address}
        onChange={setAddress}
        hint={text("link_address_hint")}
      />
    </FormDialog>
  );
}
