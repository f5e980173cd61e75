import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { SiteLimits, type SiteNames } from "@ensemble/blocks/sites/SiteLimits";
import { namesIn } from "@ensemble/blocks/sites/site-limits";
import { QUERY_MAX_CHARS } from "@ensemble/contract/generated/limits/search";
import { toProblem } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type {
  Search,
  SearchEffort,
  SearchSkill,
  SearchSource,
  SearchSourceInfo,
} from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Rss, Search as SearchIcon, Telescope } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { SearchExamples } from "./SearchExamples";
import { SourceTabs } from "./SourceTabs";
import { beginSearchMutation } from "./search-queries";

const FeedsDialog = lazy(() => import("./FeedsDialog").then((file) => ({ default: file.FeedsDialog })));

const EFFORTS: readonly SearchEffort[] = ["quick", "balanced", "thorough"];
const SKILLS: readonly SearchSkill[] = ["ask", "bullet_ask", "summarize", "summary_classic", "keyword"];
const EFFORT_KEY = "search.effort";

/** Form for a new search: query, source, depth and answer format. */
export function SearchForm({
  sources,
  known,
  query,
  onBegun,
}: {
  sources: readonly SearchSourceInfo[];
  known: Search | null;
  query: string;
  onBegun: (id: string) => void;
}) {
  const text = useText("search");
  const { storage } = useHost();
  const { default_model: own } = useSettings();
  const models = useQuery(modelsQuery).data;
  const begin = useMutation(beginSearchMutation(useQueryClient()));
  const usual = EFFORTS.find((effort) => effort === storage.get(EFFORT_KEY)) ?? "balanced";
  const offered = sources.map(({ source }) => source);
  const field = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState(known?.query ?? query);
  const [source, setSource] = useState<SearchSource>(
    known && offered.includes(known.source) ? known.source : (offered[0] ?? "web"),
  );
  const [effort, setEffort] = useState<SearchEffort>(known?.effort ?? usual);
  const [skill, setSkill] = useState<SearchSkill>(known?.skill ?? "ask");
  const [sites, setSites] = useState<SiteNames>({
    only: known?.domains.only.join(", ") ?? "",
    never: known?.domains.never.join(", ") ?? "",
  });
  const [model, setModel] = useState<string | null>(known?.model ?? null);
  const [feeds, setFeeds] = useState(false);
  const engines = sources.find((one) => one.source === source)?.engines ?? [];

  const choose = (question: string) => {
    setWords(question);
    field.current?.focus();
  };
  const submit = () => {
    if (words.trim() === "" || begin.isPending) return;
    const domains = { only: namesIn(sites.only), never: namesIn(sites.never) };
    const body = { id: uuidV7(), query: words, source, effort, skill, domains, model };
    begin.mutate(body, { onSuccess: ({ id }) => onBegun(id) });
  };
  const form = (
    <form
      aria-label={text("search")}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SourceTabs sources={offered} value={source} onChange={setSource} />
      <TextArea
        ref={field}
        label={text("question")}
        placeholder={text(`question_placeholder.${source}`)}
        enterKeyHint="search"
        maxLength={QUERY_MAX_CHARS}
        rows={2}
        value={words}
        onChange={setWords}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <div className="flex items-end gap-2 max-sm:flex-wrap">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-sm:contents">
          <Select
            label={text("effort")}
            hideLabel
            compact
            value={effort}
            options={EFFORTS.map((value) => ({ value, label: text(`efforts.${value}`) }))}
            onChange={(next) => {
              setEffort(next);
              storage.set(EFFORT_KEY, next);
            }}
          />
          <Select
            label={text("form")}
            hideLabel
            compact
            value={skill}
            options={SKILLS.map((value) => ({ value, label: text(`skills.${value}`) }))}
            onChange={setSkill}
          />
          {source === "my_memo" ? null : <SiteLimits value={sites} onChange={setSites} />}
          {source === "news" ? (
            <Button size="sm" kind="ghost" icon={<Rss className="size-4" />} onClick={() => setFeeds(true)}>
              {text("feeds.own")}
            </Button>
          ) : null}
          {models && models.models.length > 0 ? (
            <ModelPicker
              models={models.models}
              value={model ?? own ?? models.default_model}
              label={text("model")}
              onChange={({ id }) => setModel(id)}
            />
          ) : null}
        </div>
        <Button
          type="submit"
          kind="primary"
          className="ms-auto"
          busy={begin.isPending}
          disabled={words.trim() === ""}
          icon={<SearchIcon className="size-4" />}
        >
          {text("search_now")}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <AppLink
          to={`/home/research${words.trim() === "" ? "" : `?q=${encodeURIComponent(words.trim())}`}`}
          className="flex min-h-8 items-center gap-1.5 self-start text-sm underline decoration-line underline-offset-4 hover:decoration-current touch:min-h-11"
        >
          <Telescope className="size-4 text-muted" aria-hidden="true" />
          {text("research.name")}
        </AppLink>
        {engines.length > 0 ? (
          <p className="text-faint text-xs">
            {text("asks", { engines: engines.join(text("list_separator")) })}
            {source === "web" && engines.length === 1 && engines[0] === "Wikipedia"
              ? ` ${text("only_wikipedia")}`
              : ""}
          </p>
        ) : null}
      </div>
      {known === null && words === "" ? <SearchExamples source={source} onChoose={choose} /> : null}
      {begin.error ? <ProblemCard problem={toProblem(begin.error)} /> : null}
    </form>
  );
  return (
    <>
      {form}
      {/* Not in the form: what its own form sends would be a search, too. */}
      {feeds ? (
        <Suspense fallback={null}>
          <FeedsDialog onClose={() => setFeeds(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
