import { useDraftFields } from "@ensemble/blocks/drafts/use-draft-fields";
import { newMemo } from "@ensemble/blocks/memos/new-memo";
import { PLACES } from "@ensemble/blocks/places";
import { withScheme } from "@ensemble/blocks/web-address";
import { SOURCE_MAX_CHARS, TITLE_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "lucide-react";
import { useState } from "react";
import { KeptAlready } from "../editor/KeptAlready";
import { keepTyped } from "../memo-queries";

/**
 * Saves a page by its address. The server recognizes posts, videos and PDFs. Typed text survives closing and
 * reloading. `tag`: initial tag.
 */
export function KeepPageDialog({ tag, onClose }: { tag: string | null; onClose: () => void }) {
  const text = useText("memos");
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const client = useQueryClient();
  // The same id until it is saved, so that a retry without a response saves the page once.
  const [id] = useState(uuidV7);
  const { fields, put, saved, forget } = useDraftFields("memos.page", { id, typed: "", title: "" }, "");
  const address = withScheme(fields.typed);
  const create = useMutation({
    meta: { ownError: true },
    mutationFn: async (sent: typeof fields) => {
      const { id, typed, title } = sent;
      const page = newMemo({ kind: "reading", title, source_url: withScheme(typed), tags: tag ? [tag] : [] });
      const memo = await keepTyped(client, { ...page, id });
      return { memoId: memo.id, isAllKept: !saved(sent, "") };
    },
  });
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
          create.mutate(fields, {
            onSuccess: ({ memoId, isAllKept }) => {
              // Text typed meanwhile still has to be saved.
              if (!isAllKept) return;
              onClose();
              navigate(PLACES.memo(memoId));
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
          value={fields.typed}
          onChange={(typed) => put({ typed })}
          error={create.error ? problemText(create.error) : undefined}
        />
        <KeptAlready address={address} memoId={fields.id} />
        <TextField
          label={text("title_optional")}
          maxLength={TITLE_MAX_CHARS}
          value={fields.title}
          onChange={(title) => put({ title })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" busy={create.isPending} disabled={address === ""}>
            {text("keep_now")}
          </Button>
          <Button
            onClick={() => {
              forget();
              onClose();
            }}
          >
            {text("cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
