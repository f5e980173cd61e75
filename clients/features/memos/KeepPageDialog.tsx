import { newMemo } from "@ensemble/blocks/new-memo";
import { PLACES } from "@ensemble/blocks/places";
import { withScheme } from "@ensemble/blocks/web-address";
import { SOURCE_MAX_CHARS, TITLE_MAX_CHARS } from "@ensemble/contract/limits/memos";
import { useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/Dialog";
import { TextField } from "@ensemble/ui/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "lucide-react";
import { useState } from "react";
import { KeptAlready } from "./KeptAlready";
import { createMemoMutation } from "./memo-queries";

/** Keeps a page by its address. The server knows posts, videos and PDFs by theirs. `tag`: what it gets at once. */
export function KeepPageDialog({ tag, onClose }: { tag: string | null; onClose: () => void }) {
  const text = useText("memos");
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const create = useMutation(createMemoMutation(useQueryClient()));
  const [typed, setTyped] = useState("");
  const [title, setTitle] = useState("");
  const address = withScheme(typed);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="md"
      title={text("keep_page")}
      description={text("keep_page_hint")}
      closeLabel={text("close")}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (address === "" || create.isPending) return;
          const memo = newMemo({ kind: "reading", title, source_url: address, tags: tag ? [tag] : [] });
          create.mutate(memo, {
            onSuccess: ({ id }) => {
              onClose();
              navigate(PLACES.memo(id));
            },
          });
        }}
      >
        <TextField
          label={text("address")}
          placeholder="https://example.org/article"
          dir="ltr"
          inputMode="url"
          enterKeyHint="done"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={SOURCE_MAX_CHARS}
          leading={<Link aria-hidden="true" />}
          value={typed}
          onChange={setTyped}
          error={create.error ? problemText(create.error) : undefined}
        />
        <KeptAlready address={address} memoId={null} />
        <TextField
          label={text("title_optional")}
          maxLength={TITLE_MAX_CHARS}
          value={title}
          onChange={setTitle}
        />
        <div>
          <Button type="submit" kind="primary" busy={create.isPending} disabled={address === ""}>
            {text("keep_now")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
