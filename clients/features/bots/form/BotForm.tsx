import { EditConflict } from "@ensemble/blocks/changes/EditConflict";
import { PLACES } from "@ensemble/blocks/places";
import { botsQuery, modelsQuery } from "@ensemble/blocks/shared-queries";
import {
  DESCRIPTION_MAX_CHARS,
  NAME_MAX_CHARS,
  PROMPT_MAX_TOKENS,
} from "@ensemble/contract/generated/limits/bots";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { Bot, BotAccessibility, BotBudget, BotFields } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReviewNotice } from "../reviews/ReviewNotice";
import { BotPreview } from "./BotPreview";
import { capOf } from "./bot-cap";
import { ExtrasFields } from "./ExtrasFields";
import { IconField } from "./IconField";
import { SuccessDialog } from "./SuccessDialog";
import { fieldsOf, useFormDraft } from "./use-form-draft";
import { useFormFiles } from "./use-form-files";
import { useSaveBot } from "./use-save-bot";

const ANY_MODEL = "any";
/** Names of the free-text fields. */
const TEXTS = ["name", "description", "prompt", "welcome"] as const;
const ACCESS: readonly BotAccessibility[] = ["public", "link", "only_me"];

/** Form for a bot's name, icon, texts, model and audience. Saves a draft, or publishes. */
export function BotForm({ bot }: { bot: Bot | null }) {
  const text = useText("bots");
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const { data: models } = useQuery(modelsQuery);
  const reviewed = useQuery(botsQuery).data?.reviewed === true;
  const draft = useFormDraft(bot);
  const { version, changed, put, keepMine, editBoth, forget } = draft;
  const [icon, setIcon] = useState<Blob | null | undefined>(undefined);
  const files = useFormFiles(bot);
  const [published, setPublished] = useState<Bot | null>(null);
  // Below the message that it is published, the form shows what was.
  const fields = published ? fieldsOf(published) : draft.fields;
  const save = useSaveBot(bot, version);
  const cap = capOf(fields.cap);
  const waits = files.sending !== null;
  const saveAs = (state: BotFields["published"]) => {
    // The error shows at the field.
    if (cap === undefined || files.sending) return;
    save.mutate(
      // Spec §3: a new chat bot is named "New Chat".
      {
        fields: { ...fields, name: fields.name.trim() || text("new_name"), cap, published: state },
        icon,
        files: files.change,
      },
      {
        onSuccess: (saved) => {
          forget();
          if (state && bot?.state !== "published") return setPublished(saved);
          const said = saved.review?.state === "in_review" ? "sent_to_review" : "saved";
          showToast({ title: text(state ? said : "draft_saved"), kind: "success" });
          navigate(PLACES.bot(saved.id));
        },
      },
    );
  };
  const lacksPrompt = save.error instanceof ProblemError && save.error.code === "bots.prompt_empty";
  const choices = [
    { value: ANY_MODEL, label: text("any_model") },
    ...(models?.models ?? []).map((model) => ({ value: model.id, label: model.name })),
  ];

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        saveAs(true);
      }}
    >
      {bot ? <ReviewNotice bot={bot} /> : null}
      <IconField bot={bot} chosen={icon} onChoose={setIcon} />
      <TextField
        label={text("name")}
        placeholder={bot ? text("name_placeholder") : text("new_name")}
        autoComplete="off"
        maxLength={NAME_MAX_CHARS}
        value={fields.name}
        onChange={(name) => put({ name })}
      />
      <TextArea
        label={text("description")}
        hint={text("description_hint")}
        rows={2}
        maxLength={DESCRIPTION_MAX_CHARS}
        value={fields.description}
        onChange={(description) => put({ description })}
      />
      <TextArea
        label={text("prompt")}
        hint={text("prompt_hint", { max: PROMPT_MAX_TOKENS })}
        rows={6}
        value={fields.prompt}
        onChange={(prompt) => put({ prompt })}
        error={lacksPrompt ? problemText(save.error) : null}
      />
      <TextArea
        label={text("welcome")}
        hint={text("welcome_hint")}
        rows={2}
        value={fields.welcome}
        onChange={(welcome) => put({ welcome })}
      />
      <ExtrasFields fields={fields} files={files} put={put} />
      <Select
        label={text("model")}
        value={fields.model ?? ANY_MODEL}
        options={choices}
        onChange={(model) => put({ model: model === ANY_MODEL ? null : model })}
      />
      <div className="flex flex-col gap-1.5">
        <Select
          label={text("accessibility")}
          value={fields.accessibility}
          options={ACCESS.map((value) => ({ value, label: text(`access_${value}`) }))}
          onChange={(accessibility) => put({ accessibility })}
        />
        {reviewed && fields.accessibility === "public" ? (
          <p className="text-muted text-sm">{text("review_hint")}</p>
        ) : null}
      </div>
      <TextField
        label={text("cap")}
        hint={<CapHint budget={bot?.budget ?? null} />}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        placeholder={text("no_cap")}
        value={fields.cap}
        onChange={(cap) => put({ cap })}
        error={cap === undefined ? text("cap_wrong") : null}
      />
      <BotPreview
        id={published?.id ?? bot?.id ?? null}
        icon={icon}
        known={bot?.icon ?? null}
        fields={fields}
      />
      {changed && bot ? (
        <EditConflict
          fields={TEXTS.map((field) => ({ field, label: text(field) }))}
          theirs={bot}
          mine={fields}
          onKeepMine={keepMine}
          onTakeTheirs={forget}
          onEditBoth={editBoth}
        />
      ) : null}
      {save.error && !changed && !lacksPrompt ? (
        <Notice tone="danger">{problemText(save.error)}</Notice>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button busy={save.isPending} disabled={waits} onClick={() => saveAs(false)}>
          {text(bot?.state === "published" ? "unpublish" : "save_draft")}
        </Button>
        <Button type="submit" kind="primary" busy={save.isPending} disabled={waits}>
          {text(bot?.state === "published" ? "save" : "publish")}
        </Button>
      </div>
      {published ? (
        <SuccessDialog bot={published} onClose={() => navigate(PLACES.bot(published.id))} />
      ) : null}
    </form>
  );
}

/** Explains the budget and shows its usage. */
function CapHint({ budget }: { budget: BotBudget | null }) {
  const text = useText("bots");
  const { locale } = useLocale();
  if (!budget) return text("cap_hint");
  const spent = fullNumber(budget.spent, locale);
  const used = budget.resets_at
    ? text("cap_spent_until", { spent, date: day(budget.resets_at, locale) })
    : text("cap_spent", { spent });
  return `${text("cap_hint")} ${used}`;
}
