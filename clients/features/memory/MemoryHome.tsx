import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import type { Memory, MemoryLearning } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { MeterBar } from "@ensemble/ui/feedback/MeterBar";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeMemoryMutation, clearMemoryMutation } from "./memory-queries";
import { ProfileText } from "./ProfileText";

/** A view of the memory. */
export type MemoryView = "home" | "manage" | "suggestions";

const LEARNINGS: MemoryLearning[] = ["statements", "model", "off"];

/** Memory overview: the profile texts, the settings and the number of items. */
export function MemoryHome({ memory, onView }: { memory: Memory; onView: (view: MemoryView) => void }) {
  const text = useText("memory");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const client = useQueryClient();
  const change = useMutation(changeMemoryMutation(client));
  const clear = useMutation(clearMemoryMutation(client));
  const models = useQuery(modelsQuery).data?.models ?? [];
  const [clearing, setClearing] = useState(false);
  const [pickerOpen, setPickerOpen] = useState(false);
  const { items, max_items: max, pending, learn } = memory;
  const locked = max === 0;
  const used = text("used_of", { items: fullNumber(items, locale), max: fullNumber(max, locale) });
  return (
    <div className="flex flex-col gap-8">
      {pending > 0 ? (
        <Notice
          action={
            <Button size="sm" onClick={() => onView("suggestions")}>
              {text("look_at_suggestions")}
            </Button>
          }
        >
          {text("waiting", { count: pending })}
        </Notice>
      ) : null}
      <Section title={text("for_every_answer")} description={text("for_every_answer_hint")}>
        <ProfileText field="about" memory={memory} locked={locked} />
        <ProfileText field="respond" memory={memory} locked={locked} />
      </Section>
      <Section title={text("what_it_may_do")}>
        <Rows>
          <Row title={text("recall")} description={text("recall_hint")}>
            <Switch
              label={text("recall")}
              checked={memory.recall}
              onChange={(recall) => change.mutate({ recall })}
            />
          </Row>
          <Row title={text("learn")} description={text(`learn_hints.${learn}`)}>
            <Select
              label={text("learn")}
              hideLabel
              compact
              value={learn}
              options={LEARNINGS.filter(
                (value) => value !== "model" || memory.has_model || learn === "model",
              ).map((value) => ({ value, label: text(`learnings.${value}`) }))}
              onChange={(next) => change.mutate({ learn: next })}
            />
          </Row>
          {learn === "model" ? (
            <Row title={text("model")} description={text("model_hint")}>
              {memory.model ? (
                <Button size="sm" onClick={() => change.mutate({ model: "" })}>
                  {text("usual_model")}
                </Button>
              ) : null}
              <ModelPicker
                models={models}
                value={memory.model}
                open={pickerOpen}
                onOpenChange={setPickerOpen}
                onChange={({ id }) => change.mutate({ model: id })}
              />
            </Row>
          ) : null}
        </Rows>
        {change.isError ? <Notice tone="danger" title={problemText(change.error)} /> : null}
        <p className="text-muted text-sm">{text(memory.has_model ? "only_typed" : "only_typed_no_model")}</p>
      </Section>
      {locked && items === 0 ? null : (
        <Section
          title={text("storage")}
          action={
            items + pending > 0 ? (
              <Button size="sm" kind="danger" onClick={() => setClearing(true)}>
                {text("clear")}
              </Button>
            ) : null
          }
        >
          <div className="flex flex-col gap-2">
            <p className="text-muted text-sm tabular-nums">{used}</p>
            {max > 0 ? <MeterBar label={text("storage")} value={items} max={max} valueText={used} /> : null}
          </div>
        </Section>
      )}
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        danger
        title={text("clear_title")}
        description={text("clear_hint")}
        confirmLabel={text("clear")}
        cancelLabel={text("cancel")}
        busy={clear.isPending}
        onConfirm={() => clear.mutate(undefined, { onSettled: () => setClearing(false) })}
      />
    </div>
  );
}
