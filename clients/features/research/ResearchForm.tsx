import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { SiteLimits, type SiteNames } from "@ensemble/blocks/sites/SiteLimits";
import { namesIn } from "@ensemble/blocks/sites/site-limits";
import { QUESTION_MAX_CHARS } from "@ensemble/contract/generated/limits/research";
import { toProblem } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { SearchSource } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Telescope } from "lucide-react";
import { useState } from "react";
import { beginMutation } from "./research-queries";

/** Form for a new research: question, sources and model. */
export function ResearchForm({
  offered,
  question,
  onBegun,
}: {
  offered: readonly SearchSource[];
  question: string;
  onBegun: (id: string) => void;
}) {
  const text = useText("search");
  const { default_model: own } = useSettings();
  const models = useQuery(modelsQuery).data;
  const begin = useMutation(beginMutation(useQueryClient()));
  const [words, setWords] = useState(question);
  const [sources, setSources] = useState<readonly SearchSource[]>(offered.slice(0, 1));
  const [sites, setSites] = useState<SiteNames>({ only: "", never: "" });
  const [clarify, setClarify] = useState(true);
  const [model, setModel] = useState<string | null>(null);
  const ready = words.trim() !== "" && sources.length > 0;

  const toggle = (source: SearchSource) =>
    setSources(sources.includes(source) ? sources.filter((one) => one !== source) : [...sources, source]);
  return (
    <form
      aria-label={text("research.name")}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready || begin.isPending) return;
        const domains = { only: namesIn(sites.only), never: namesIn(sites.never) };
        const body = { id: uuidV7(), question: words, sources: [...sources], domains, clarify, model };
        begin.mutate(body, { onSuccess: ({ id }) => onBegun(id) });
      }}
    >
      <p className="text-pretty text-muted text-sm">{text("research.about")}</p>
      <TextArea
        label={text("research.question")}
        placeholder={text("research.question_placeholder")}
        maxLength={QUESTION_MAX_CHARS}
        rows={4}
        value={words}
        onChange={setWords}
      />
      <CheckChips
        legend={text("source")}
        options={offered.map((source) => ({ value: source, label: text(`sources.${source}`) }))}
        chosen={sources}
        onToggle={toggle}
      />
      <div className="flex items-center gap-3 text-sm">
        <Switch label={text("research.clarify")} checked={clarify} onChange={setClarify} />
        <span aria-hidden="true">{text("research.clarify")}</span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SiteLimits value={sites} onChange={setSites} />
        {models && models.models.length > 0 ? (
          <ModelPicker
            models={models.models}
            value={model ?? own ?? models.default_model}
            label={text("model")}
            onChange={({ id }) => setModel(id)}
          />
        ) : null}
        <Button
          type="submit"
          kind="primary"
          className="ms-auto"
          busy={begin.isPending}
          disabled={!ready}
          icon={<Telescope className="size-4" />}
        >
          {text("research.begin")}
        </Button>
      </div>
      <p className="text-faint text-xs">{text("research.before_agreeing")}</p>
      {begin.error ? <ProblemCard problem={toProblem(begin.error)} /> : null}
    </form>
  );
}
