import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { botsQuery, modelsQuery } from "@ensemble/blocks/shared-queries";
import { useDebounced } from "@ensemble/blocks/use-debounced";
import { api } from "@ensemble/contract/api";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
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

/** Fields for what is to be done: a prompt, a task of an agent, a page, a research, a PowerUP. */
export function WhatFields(props: FieldsProps) {
  switch (props.fields.kind) {
    case "prompt":
      return <PromptFields {...props} />;
    case "agent":
      return <AgentFields {...props} />;
    case "reading":
      return <PageField {...props} />;
    case "research":
      return <ResearchField {...props} />;
    case "powerup":
      return <PowerupFields {...props} />;
  }
}

function PromptFields({ fields, put }: FieldsProps) {
  const text = useText("schedules");
  return (
    <div className="flex flex-col gap-2">
      <RequestField label={text("prompt")} hint={text("prompt_hint")} fields={fields} put={put} />
      <AnsweredBy fields={fields} put={put} />
    </div>
  );
}

function AgentFields({ fields, put }: FieldsProps) {
  const text = useText("schedules");
  const agents = useQuery(agentsQuery);
  return (
    <div className="flex flex-col gap-2">
      <RequestField label={text("task")} hint={text("task_hint")} fields={fields} put={put} />
      <div className="flex flex-wrap items-end gap-2">
        {agents.isError ? <PanelProblem error={agents.error} onRetry={() => void agents.refetch()} /> : null}
        {agents.data ? (
          <div className="w-full sm:w-56">
            <Select
              label={text("kind.agent")}
              value={fields.agent}
              options={agents.data.map(({ key, definition: { name } }) => {
                const house = HOUSE.find((known) => known === key);
                return { value: key, label: house ? text(`agent.${house}`) : name };
              })}
              onChange={(agent) => put({ agent })}
            />
          </div>
        ) : null}
        <ModelField fields={fields} put={put} />
      </div>
    </div>
  );
}

/** Agents whose names are in the catalogs. */
const HOUSE = ["search", "writing", "auto"] as const;

/** Query for the agents that may be chosen. */
const agentsQuery = queryOptions({
  queryKey: ["agents", "for-schedules"],
  queryFn: ({ signal }) => api.get("/api/agents", { signal }),
  select: ({ agents }) => agents,
});

function RequestField({ label, hint, fields, put }: FieldsProps & { label: string; hint: string }) {
  const text = useText("schedules");
  return (
    <>
      <TextArea
        label={label}
        rows={4}
        placeholder={text("prompt_placeholder")}
        hint={hint}
        value={fields.prompt}
        onChange={(next) => put({ prompt: next })}
      />
      <TimesInWords fields={fields} put={put} />
    </>
  );
}

function ModelField({ fields: { model }, put }: FieldsProps) {
  const models = useQuery(modelsQuery);
  return models.data ? (
    <ModelPicker
      models={models.data.models}
      value={model ?? models.data.default_model}
      onChange={({ id }) => put({ model: id })}
    />
  ) : null;
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

function AnsweredBy({ fields, put }: FieldsProps) {
  const text = useText("schedules");
  const { botId } = fields;
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
      <ModelField fields={fields} put={put} />
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
  if (researches.isError)
    return <PanelProblem error={researches.error} onRetry={() => void researches.refetch()} />;
  if (!researches.data) return <SkeletonLines count={1} label={text("research_choice")} />;
  if (researches.data.length === 0)
    return <NoneYet hint={text("no_research")} to="/home/research" label={text("begin_research")} />;
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

/** Query for the PowerUPs that can run without their person: they need no selection, and nothing that is filled in. */
const powerupsQuery = queryOptions({
  queryKey: ["powerups", "for-schedules"],
  queryFn: async ({ signal }) => {
    const list = (of: "mine" | "favorites") => api.get("/api/powerups", { query: { of }, signal });
    const [mine, favorites] = await Promise.all([list("mine"), list("favorites")]);
    return [...mine.items, ...favorites.items.filter(({ id }) => mine.items.every((own) => own.id !== id))];
  },
  select: (all) =>
    all.filter(
      ({ definition: { kind, reads, parameters } }) =>
        kind === "tool" &&
        reads !== "selection" &&
        parameters.every((parameter) => !parameter.required || parameter.default.length > 0),
    ),
});

function PowerupFields({ fields, put }: FieldsProps) {
  const text = useText("schedules");
  const powerups = useQuery(powerupsQuery);
  if (powerups.isError)
    return <PanelProblem error={powerups.error} onRetry={() => void powerups.refetch()} />;
  if (!powerups.data) return <SkeletonLines count={1} label={text("powerup_choice")} />;
  if (powerups.data.length === 0)
    return <NoneYet hint={text("no_powerups")} to="/powerup-ai" label={text("find_powerups")} />;
  const find = (wanted: string) => powerups.data.find(({ id }) => id === wanted)?.definition;
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={text("powerup_choice")}
        value={fields.powerupId}
        options={powerups.data.map(({ id, definition: { name } }) => ({ value: id, label: name }))}
        onChange={(powerupId) => put({ powerupId, title: find(powerupId)?.name ?? "" })}
      />
      {find(fields.powerupId)?.reads === "all" ? <PageField fields={fields} put={put} /> : null}
    </div>
  );
}

/** Says that there is nothing to choose yet, with the way to where it is made. */
function NoneYet({ hint, to, label }: { hint: string; to: string; label: string }) {
  return (
    <p className="text-muted text-sm">
      {hint}{" "}
      <AppLink to={to} className="text-accent-ink underline">
        {label}
      </AppLink>
    </p>
  );
}
