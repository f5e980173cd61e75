import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import type { SearchFeed, SearchFeedsImported } from "@ensemble/contract/wire";
import { relativeTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { TextField } from "@ensemble/ui/fields/TextField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Row, Rows } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp, Plus, Rss, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import {
  addFeedMutation,
  type FeedsOf,
  feedsQuery,
  importFeedsMutation,
  removeFeedMutation,
  restoreFeedMutation,
} from "./search-queries";

/** Manages news feeds: added by address or list, removed with undo. */
export function FeedList({ of }: { of: FeedsOf }) {
  const text = useText("search");
  const problemText = useProblemText();
  const client = useQueryClient();
  const feeds = useQuery(feedsQuery(of));
  const add = useMutation(addFeedMutation(client, of));
  const take = useMutation(importFeedsMutation(client, of));
  const restore = useMutation(restoreFeedMutation(client, of));
  const said = (_: unknown, feed: SearchFeed) =>
    showToast({
      title: text("feeds.removed", { name: feed.title }),
      action: { label: text("undo"), onPress: () => restore.mutate(feed) },
    });
  const remove = useMutation(withSuccessToast(removeFeedMutation(client, of), said));
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState("");
  const submit = () => {
    if (url.trim() === "" || add.isPending) return;
    // Text typed meanwhile stays.
    add.mutate(url.trim(), { onSuccess: () => setUrl((now) => (now === url ? "" : now)) });
  };
  const items = feeds.data?.items ?? [];
  return (
    <div className="flex flex-col gap-3">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          className="min-w-56 flex-1"
          label={text("feeds.address")}
          error={add.error ? problemText(add.error) : null}
          inputMode="url"
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="https://news.example.org/rss"
          value={url}
          onChange={setUrl}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            busy={add.isPending}
            disabled={url.trim() === ""}
            icon={<Plus className="size-4" />}
          >
            {text("feeds.add")}
          </Button>
          <Button
            kind="ghost"
            busy={take.isPending}
            icon={<FileUp className="size-4" />}
            onClick={() => input.current?.click()}
          >
            {text("feeds.import")}
          </Button>
        </div>
        <FileInput
          input={input}
          label={text("feeds.import")}
          testId={`feeds-${of}`}
          accept=".opml,.xml,text/x-opml,application/xml,text/xml"
          onChoose={([file]) => take.mutate(file)}
        />
      </form>
      {take.error ? <Notice tone="danger">{problemText(take.error)}</Notice> : null}
      {take.data ? <Imported imported={take.data} /> : null}
      {feeds.isPending ? <SkeletonLines count={3} label={text("loading")} /> : null}
      {feeds.isError && !feeds.data ? (
        <PanelProblem error={feeds.error} onRetry={() => void feeds.refetch()} />
      ) : null}
      {feeds.data && items.length === 0 ? <p className="text-muted text-sm">{text("feeds.none")}</p> : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((feed) => (
            <FeedRow key={feed.id} feed={feed} onRemove={() => remove.mutate(feed)} />
          ))}
        </Rows>
      ) : null}
    </div>
  );
}

function FeedRow({ feed, onRemove }: { feed: SearchFeed; onRemove: () => void }) {
  const text = useText("search");
  const { locale } = useLocale();
  const read = feed.read_at
    ? text("feeds.read", { count: feed.entries, when: relativeTime(feed.read_at, Date.now(), locale) })
    : text("feeds.unread");
  return (
    <Row
      leading={<Rss className="size-4 flex-none text-muted" aria-hidden="true" />}
      title={<span className="plain-bidi font-medium">{feed.title}</span>}
      description={
        <>
          <span className="flex flex-wrap items-center gap-2">
            {feed.fault ? <Badge tone="warning">{text(`faults.${feed.fault}`)}</Badge> : null}
            <span>{read}</span>
          </span>
          <span className="wrap-anywhere block text-faint text-xs">
            <bdi dir="ltr">{feed.url}</bdi>
          </span>
        </>
      }
    >
      <IconButton
        size="sm"
        label={text("remove_name", { name: feed.title })}
        icon={<Trash2 />}
        onClick={onRemove}
      />
    </Row>
  );
}

/** Shows the outcome of an import of feeds, without zero counts. */
function Imported({ imported }: { imported: SearchFeedsImported }) {
  const text = useText("search");
  const { added, known, refused, left_out } = imported;
  const parts = [
    text("feeds.added", { count: added }),
    known > 0 ? text("feeds.known", { count: known }) : null,
    refused > 0 ? text("feeds.refused", { count: refused }) : null,
    left_out > 0 ? text("feeds.left_out", { count: left_out }) : null,
  ];
  return (
    <Notice tone={refused + left_out > 0 ? "warning" : "success"}>{parts.filter(Boolean).join(" ")}</Notice>
  );
}
