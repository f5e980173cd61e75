import { FileIcon } from "@ensemble/blocks/attachments/FileIcon";
import { hostOf, safeLink } from "@ensemble/blocks/markdown/safe-link";
import { PLACES } from "@ensemble/blocks/places";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { ConversationResource } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { day, factsLine, fileSize } from "@ensemble/i18n/formats";
import { type Text, useLocale, useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import clsx from "clsx";
import { BookOpen, CornerDownLeft, Download, Globe, MessageCircle } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";

const FileViewer = lazy(() =>
  import("@ensemble/blocks/attachments/FileViewer").then((file) => ({ default: file.FileViewer })),
);

interface ResourceRowProps {
  item: ConversationResource;
  conversationId: string;
  onJump: () => void;
}

const NAME = "block w-full text-start text-sm hover:underline touch:-my-3 touch:py-3";

/** Shows a file, link or passage with its actions. */
export function ResourceRow({ item, conversationId, onJump }: ResourceRowProps) {
  const text = useText("chat");
  const own = useText("resources");
  const { locale } = useLocale();
  const name = nameOf(item);
  const facts = [
    item.kind === "file" ? fileSize(item.size_bytes, locale) : null,
    item.kind === "link" ? hostOf(item.url) : null,
    item.kind === "passage" && item.page ? text("page_number", { number: item.page }) : null,
    originOf(item, own),
    day(item.created_at, locale),
    item.places > 1 ? own("places", { count: item.places }) : null,
  ];
  return (
    <div className="flex items-start gap-3 py-2.5">
      <Sign item={item} />
      <div className="min-w-0 flex-1">
        <Opened item={item}>
          <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{name}</bdi>
        </Opened>
        <p className="mt-0.5 text-faint text-xs [overflow-wrap:anywhere]">{factsLine(facts)}</p>
      </div>
      <div className="-me-2 flex flex-none">
        {item.kind === "file" ? (
          <a
            href={fileContentUrl(item.file_id)}
            download={item.name}
            aria-label={own("save_named_file", { name })}
            className={clsx(buttonStyle("ghost", "sm"), "touch:min-w-11")}
          >
            <Download className="size-4" aria-hidden="true" />
          </a>
        ) : null}
        <AppLink
          to={PLACES.chat(conversationId, item.message_id)}
          replace
          aria-label={own("go_to_message_of", { name })}
          onClick={onJump}
          className={clsx(buttonStyle("ghost", "sm"), "touch:min-w-11")}
        >
          <CornerDownLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
        </AppLink>
      </div>
    </div>
  );
}

const nameOf = (item: ConversationResource) =>
  item.kind === "file" ? item.name : (item.title ?? (item.kind === "link" ? item.url : ""));

function originOf(item: ConversationResource, text: Text<"resources">): string | null {
  if (item.kind === "file") return text(item.role === "user" ? "attached" : "made");
  return item.kind === "passage" || item.cited ? text("cited") : null;
}

function Sign({ item }: { item: ConversationResource }) {
  const sign = "mt-0.5 size-5 flex-none text-muted";
  if (item.kind === "link") return <Globe className={sign} aria-hidden="true" />;
  if (item.kind === "passage") {
    const Icon = item.conversation_id ? MessageCircle : BookOpen;
    return <Icon className={sign} aria-hidden="true" />;
  }
  if (!item.media_type.startsWith("image/")) {
    return <FileIcon mediaType={item.media_type} className={sign} />;
  }
  return (
    <img
      src={fileContentUrl(item.file_id)}
      alt=""
      loading="lazy"
      className="size-10 flex-none rounded-sm bg-sunken object-cover"
    />
  );
}

/** Resource's name, which opens it. */
function Opened({ item, children }: { item: ConversationResource; children: ReactNode }) {
  const [viewer, setViewer] = useState<"unasked" | "open" | "closed">("unasked");
  if (item.kind === "link") {
    const address = safeLink(item.url);
    return address ? (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc" className={NAME}>
        {children}
      </a>
    ) : (
      children
    );
  }
  if (item.kind === "passage" && item.conversation_id) {
    return (
      <AppLink to={PLACES.chat(item.conversation_id, item.passage_message_id)} className={NAME}>
        {children}
      </AppLink>
    );
  }
  if (!item.file_id) return children;
  const file =
    item.kind === "file"
      ? { file_id: item.file_id, name: item.name, media_type: item.media_type }
      : { file_id: item.file_id, name: item.title };
  return (
    <>
      <button type="button" onClick={() => setViewer("open")} className={NAME}>
        {children}
      </button>
      {viewer === "unasked" ? null : (
        <Suspense fallback={null}>
          <FileViewer
            file={file}
            page={item.kind === "passage" ? item.page : null}
            open={viewer === "open"}
            onOpenChange={(open) => setViewer(open ? "open" : "closed")}
          />
        </Suspense>
      )}
    </>
  );
}
