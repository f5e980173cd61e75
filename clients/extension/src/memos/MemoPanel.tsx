import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { api } from "@ensemble/contract/api";
import { TAG_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import { useHost } from "@ensemble/host/HostContext";
import { day } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePageSettings } from "../panel/settings/page-settings";
import { readMemoOptions } from "./options";

/** Number of recent memos shown; all of them are on the web page. */
const LAST = 5;

const lastQuery = queryOptions({
  queryKey: ["memos", "last"],
  queryFn: ({ signal }) => api.get("/api/memos", { query: { limit: LAST }, signal }),
  // Pages save more memos.
  staleTime: 0,
});

/** Shows the settings for saving pages as memos. */
export function MemoPanel() {
  const text = useText("extension");
  const host = useHost();
  const { settings, setOptions } = usePageSettings();
  const { memo, memoTag } = readMemoOptions(settings.options.selection);
  const open = (path: string) => void host.openExternal(host.serverOrigin + path);
  return (
    <>
      <Rows>
        <Row title={text("memo_offer")} description={text("memo_offer_hint")}>
          <Switch
            label={text("memo_offer")}
            checked={memo}
            onChange={(on) => setOptions("selection", { memo: on })}
          />
        </Row>
      </Rows>
      <TagField tag={memoTag} onChange={(tag) => setOptions("selection", { memoTag: tag })} />
      <Last onOpen={(id) => open(PLACES.memo(id))} />
      <div>
        <Button onClick={() => open(PLACES.memos)}>{text("memo_all")}</Button>
      </div>
    </>
  );
}

/** Field for the tag, saved when it loses the focus: half a tag is not a tag. */
function TagField({ tag, onChange }: { tag: string; onChange: (tag: string) => void }) {
  const text = useText("extension");
  const [typed, setTyped] = useState(tag);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim());
      }}
      onBlur={() => onChange(typed.trim())}
    >
      <TextField
        label={text("memo_tag")}
        hint={text("memo_tag_hint")}
        maxLength={TAG_MAX_CHARS}
        value={typed}
        onChange={setTyped}
      />
    </form>
  );
}

function Last({ onOpen }: { onOpen: (id: string) => void }) {
  const text = useText("extension");
  const { locale } = useLocale();
  const { data, error, refetch } = useQuery(lastQuery);
  if (error && !data) return <PanelProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines count={3} label={text("memo_last")} />;
  return (
    <Section title={text("memo_last")} description={data.items.length > 0 ? null : text("memo_none")}>
      {data.items.length > 0 ? (
        <Rows>
          {data.items.map(({ id, title, created_at }) => (
            <Row
              key={id}
              title={<bdi className="break-words">{title}</bdi>}
              description={day(created_at, locale)}
            >
              <Button size="sm" onClick={() => onOpen(id)}>
                {text("open")}
                <span className="sr-only">{title}</span>
              </Button>
            </Row>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}
