import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { botsQuery, modelsQuery } from "@ensemble/blocks/shared-queries";
import { useDebounced } from "@ensemble/blocks/use-debounced";
import { api } from "@ensemble/contract/api";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import type { ScheduleFields } from "./schedule-fields";
import { wordsQuery } from "./schedule-queries";
import { pickedOf } from "./times";
import { useTimesText } from "./use-times-text";

interface FieldsProps {
  fields: ScheduleFields;
  put: (change: Partial<ScheduleFields>) => void;
}

/** Fields for what is to be done: a prompt, a page, a research. */
export function WhatFields(props: FieldsProps) {
  switch (props.fields.kind) {
    case "prompt":
      return <PromptFields {...props} />;
    case "reading":
      return <PageField {...props} />;
    case "research":
      return <ResearchField {...props} />;
  }
}

function PromptFields({ fields, put }: FieldsProps) {
  const text = useText("schedules");
  const { prompt } = fields;
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={text("prompt")}
        rows={4}
        placeholder={text("prompt_placeholder")}
        hint={text("prompt_hint")}
        value={prompt}
        onChange={(next) => put({ prompt: next })}
      />
      <TimesInWords fields={fields} put={put} />
      <AnsweredBy fields={fields} put={put} />
    </div>
  );
}

/** Offers the times that the prompt names. */
function TimesInWords({ fields: { prompt, picked }, put }: FieldsProps) {
  const text = useText("schedules");
  const timesText = useTimesText();
  const words = useDebounced(prompt.trim(), 400);
  const found = useQuery({ ...wordsQuery(words, picked.zone), enabled: words !== "" });
  if (!found.data || words !== prompt.trim()) return null;
  const { times, rest } = found.data;
  return (
    <Button
      size="sm"
      className="w-fit max-w-full"
      icon={<CalendarClock className="size-4 flex-none" />}
      onClick={() => put({ picked: pickedOf(times), prompt: rest || prompt })}
    >
      <span className="min-w-0 truncate">{text("take_times", { times: timesText(times) })}</span>
    </Button>
  );
}

/** Value of the choice that is a model, not a bot. */
const MODEL = "model";

function AnsweredBy({ fields: { model, botId }, put }: FieldsProps) {
  const text = useText("schedules");
  const models = useQuery(modelsQuery);
  const bots = useQuery(botsQuery);
  const all = bots.data?.items ?? [];
  return (
    <div className="flex flex-wrap items-end gap-2">
      {all.length > 0 ? (
        <div className="w-full sm:w-56">
          <Select
            label={text("answered_by")}
            value={botId ?? MODEL}
            options={[
              { value: MODEL, label: text("model") },
              ...all.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(next) => put({ botId: next === MODEL ? null : next })}
          />
        </div>
      ) : null}
      {models.data ? (
        <ModelPicker
          models={models.data.models}
          value={model ?? models.data.default_model}
          onChange={({ id }) => put({ model: id })}
        />
      ) : null}
    </div>
  );
}

function PageField({ fields: { url }, put }: FieldsProps) {
  const text = useText("schedules");
  return (
    <TextField
      label={text("page_url")}
      inputMode="url"
      dir="ltr"
      autoComplete="off"
      placeholder="https://"
      value={url}
      onChange={(next) => put({ url: next })}
    />
  );
}

/** Query for the newest researches that ended. */
const endedQuery = queryOptions({
  queryKey: ["research", "for-schedules"],
  queryFn: ({ signal }) => api.get("/api/research/researches", { query: { limit: 50 }, signal }),
  select: ({ items }) => items.filter(({ state }) => state === "completed"),
});

function ResearchField({ fields: { researchId }, put }: FieldsProps) {
  const text = useText("schedules");
  const researches = useQuery(endedQuery);
  if (!researches.data) return null;
  if (researches.data.length === 0) return <p className="text-muted text-sm">{text("no_research")}</p>;
  return (
    <Select
      label={text("research_choice")}
      value={researchId}
      options={researches.data.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(next) => {
        const title = researches.data.find(({ id }) => id === next)?.title ?? "";
        put({ researchId: next, title });
      }}
    />
  );
}
