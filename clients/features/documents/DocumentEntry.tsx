import { isRestReadable, useUnreadText } from "@ensemble/blocks/attachments/unread-parts";
import { OneLine } from "@ensemble/blocks/OneLine";
import { PLACES } from "@ensemble/blocks/places";
import type { LibraryDocument } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { factsLine, relativeTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { useMenuArea } from "@ensemble/ui/popups/menu-area";
import { MenuAreaContext } from "@ensemble/ui/popups/menu-area-context";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { EllipsisVertical, EyeOff, FileText, FileWarning, Pencil, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  changeDocumentMutation,
  deleteDocumentMutation,
  isBusy,
  restoreDocumentMutation,
  retryDocumentMutation,
} from "./document-queries";
import { RenameDocument } from "./RenameDocument";
import { ResumeUpload } from "./ResumeUpload";

/** Row of a document with its state and actions. */
export function DocumentEntry({
  document,
  onOpen,
}: {
  document: LibraryDocument;
  /** Opens it in place; by default it opens its own page. */
  onOpen?: (id: string) => void;
}) {
  const text = useText("library");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const client = useQueryClient();
  const [renaming, setRenaming] = useState(false);
  const change = useMutation(changeDocumentMutation(client, document.id));
  const retry = useMutation(retryDocumentMutation(client));
  const remove = useMutation(deleteDocumentMutation(client));
  const restore = useMutation(restoreDocumentMutation(client));
  const { area, ref } = useMenuArea();
  const failed = document.state === "failed";
  const warned = failed && !document.ignored;
  const unread = useUnreadText()(document.unread);
  const isPartly = document.state === "parsed" && unread !== null;
  const { page_count: pages, pages_kept: kept, recognised_pages: recognised } = document;
  const facts = [
    document.state === "waiting" && recognised > 0
      ? text("recognising", { count: recognised })
      : isBusy(document)
        ? text(`states.${document.state as "waiting"}`)
        : null,
    failed && document.ignored ? text("ignored") : null,
    pages === null
      ? null
      : kept !== null && kept < pages
        ? text("pages_of", { kept, count: pages })
        : text("page_count", { count: pages }),
    relativeTime(document.created_at, Date.now(), locale),
  ];
  const erase = () =>
    void remove.mutateAsync(document.id).then(
      // This row is unmounted by then, along with its callbacks.
      () =>
        showToast({
          title: text("deleted"),
          action: { label: text("undo"), onPress: () => restore.mutate(document.id) },
        }),
      // Errors of failed changes are shown globally.
      () => undefined,
    );
  return (
    <li ref={ref} className="rounded-md hover:bg-hover" data-state={document.state}>
      <div className="flex items-center gap-1">
        <AppLink
          to={PLACES.document(document.id)}
          onClick={(event) => {
            if (!onOpen || document.state !== "parsed") return;
            event.preventDefault();
            onOpen(document.id);
          }}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-2.5"
        >
          {isBusy(document) ? (
            <Spinner />
          ) : warned ? (
            <FileWarning aria-hidden="true" className="size-4 flex-none text-danger" />
          ) : (
            <FileText aria-hidden="true" className="size-4 flex-none text-faint" />
          )}
          <span className="min-w-0 flex-1">
            <span className="block text-sm">
              <OneLine>{document.name}</OneLine>
            </span>
            <span className="block truncate text-faint text-xs">{factsLine(facts)}</span>
          </span>
        </AppLink>
        <MenuAreaContext value={area}>
          <Menu
            align="end"
            trigger={
              <IconButton
                size="sm"
                label={text("options", { name: document.name })}
                icon={<EllipsisVertical />}
              />
            }
          >
            <MenuItem icon={<Pencil />} onSelect={() => setRenaming(true)}>
              {text("rename")}
            </MenuItem>
            {failed || (isPartly && isRestReadable(document.unread)) ? (
              <MenuItem icon={<RefreshCw />} onSelect={() => retry.mutate(document.id)}>
                {text("try_again")}
              </MenuItem>
            ) : null}
            <MenuItem danger icon={<Trash2 />} onSelect={erase}>
              {text("delete")}
            </MenuItem>
          </Menu>
        </MenuAreaContext>
      </div>
      {warned ? (
        <div className="flex flex-wrap items-center gap-2 ps-9 pe-2 pb-2.5 text-sm">
          <p className="plain-bidi min-w-0 flex-1 text-danger">
            {document.problem ? problemText(document.problem) : text("failed")}
          </p>
          <Button
            size="sm"
            busy={retry.isPending}
            icon={<RefreshCw className="size-3.5" />}
            onClick={() => retry.mutate(document.id)}
          >
            {text("try_again")}
          </Button>
          <Button
            size="sm"
            kind="ghost"
            disabled={retry.isPending}
            icon={<EyeOff className="size-3.5" />}
            onClick={() => change.mutate({ ignored: true })}
          >
            {text("ignore")}
          </Button>
        </div>
      ) : null}
      {isPartly ? <p className="plain-bidi ps-9 pe-2 pb-2.5 text-sm text-warning">{unread}</p> : null}
      {document.state === "receiving" ? <ResumeUpload document={document} /> : null}
      {renaming ? <RenameDocument document={document} onClose={() => setRenaming(false)} /> : null}
    </li>
  );
}
