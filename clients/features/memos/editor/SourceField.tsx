import { hostOf, safeLink } from "@ensemble/blocks/markdown/safe-link";
import { PLACES } from "@ensemble/blocks/places";
import { withScheme } from "@ensemble/blocks/web-address";
import { SOURCE_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import type { Memo } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextField } from "@ensemble/ui/fields/TextField";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookOpenText, ExternalLink, Link, PenLine } from "lucide-react";
import { useRef } from "react";
import { changeMemoMutation } from "../memo-queries";
import { KeptAlready } from "./KeptAlready";

/** Shows a memo's source page, with actions to open, summarize and edit it. */
export function SourceField({
  memo,
  canChange,
  typed,
  onType,
}: {
  memo: Memo;
  canChange: boolean;
  /** Text in the field; null: the field is closed. */
  typed: string | null;
  onType: (typed: string | null) => void;
}) {
  const text = useText("memos");
  const problemText = useProblemText();
  /** True if a press opened it, and not a new version of the memo. */
  const wasPressed = useRef(false);
  const takeFocus = (field: HTMLInputElement | null) => {
    if (wasPressed.current) field?.focus();
    wasPressed.current = false;
  };
  const comesBack = useRef(false);
  /** Restores the focus after the form closed. */
  const takeBack = (button: HTMLButtonElement | null) => {
    if (comesBack.current) button?.focus();
    comesBack.current = false;
  };
  const close = () => {
    comesBack.current = true;
    onType(null);
  };
  // It is saved although the memo is refetched meanwhile.
  const change = useMutation({ ...changeMemoMutation(useQueryClient()), onSuccess: close });
  const source = memo.source_url ? safeLink(memo.source_url) : null;
  if (typed !== null && canChange) {
    return (
      <form
        className="flex w-full flex-col gap-2 ps-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = { source_url: withScheme(typed) };
          change.mutate({ id: memo.id, fields, version: null });
        }}
      >
        <TextField
          ref={takeFocus}
          label={text("address")}
          dir="ltr"
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={SOURCE_MAX_CHARS}
          value={typed}
          onChange={onType}
          error={change.error ? problemText(change.error) : undefined}
        />
        <KeptAlready address={withScheme(typed)} memoId={memo.id} />
        <div className="flex gap-2">
          <Button size="sm" type="submit" kind="primary" busy={change.isPending}>
            {text("save")}
          </Button>
          <Button size="sm" onClick={close}>
            {text("cancel")}
          </Button>
        </div>
      </form>
    );
  }
  const edit = () => {
    change.reset();
    wasPressed.current = true;
    onType(memo.source_url ?? "");
  };
  if (!source) {
    return canChange ? (
      <Button
        ref={takeBack}
        size="sm"
        kind="ghost"
        className="w-fit text-muted"
        icon={<Link className="size-4" aria-hidden="true" />}
        onClick={edit}
      >
        {text("add_address")}
      </Button>
    ) : null;
  }
  return (
    <div className={`flex max-w-full items-center gap-1 ${canChange ? "ps-2.5" : ""}`}>
      <a
        href={source}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="flex min-w-0 items-center gap-1.5 text-muted text-sm underline decoration-line underline-offset-4 hover:decoration-current touch:min-h-11"
      >
        <ExternalLink className="size-4 flex-none" aria-hidden="true" />
        <span className="truncate">{hostOf(source)}</span>
      </a>
      {canChange ? (
        <IconButton
          ref={takeBack}
          size="sm"
          label={text("change_address")}
          icon={<PenLine />}
          onClick={edit}
        />
      ) : null}
      <AppLink
        to={PLACES.passage(PLACES.readings, source)}
        className="flex h-7 items-center gap-1.5 rounded-md px-2 text-muted text-sm hover:bg-hover hover:text-ink touch:h-11"
      >
        <BookOpenText className="size-4 flex-none" aria-hidden="true" />
        {text("read_page")}
      </AppLink>
    </div>
  );
}
