import { useDraftFields } from "@ensemble/blocks/drafts/use-draft-fields";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import {
  CONTENT_MAX_CHARS,
  DESCRIPTION_MAX_CHARS,
  NAME_MAX_CHARS,
} from "@ensemble/contract/generated/limits/templates";
import { ProblemError } from "@ensemble/contract/problem-error";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Definition, Template } from "../operations";
import { TEMPLATE_PLACES } from "../places";
import { saveTemplateMutation, templateQuery } from "../template-queries";
import { FieldList } from "./FieldList";
import { followPlaceholders } from "./placeholders";

/** Placeholders as hints show them. */
const PLACEHOLDERS = { example: "{{client}}", open: "{{#items}}", close: "{{/items}}" };

const EMPTY: Definition = { name: "", description: "", output: "document", content: "", fields: [] };

/** /templates/create */
export function NewTemplatePage() {
  return <TemplateForm known={null} />;
}

/** /templates/…/edit */
export function EditTemplatePage({ uid }: { uid: string }) {
  const text = useText("templates");
  const found = useQuery(templateQuery(uid));
  if (found.isError) return <PanelProblem error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <SkeletonLines label={text("title")} />;
  return <TemplateForm key={`${uid}.${found.data.version}`} known={found.data} />;
}

function TemplateForm({ known }: { known: Template | null }) {
  const text = useText("templates");
  const common = useText("common");
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const form = `templates.template.${known?.key ?? "new"}`;
  const draft = useDraftFields<Definition, number>(form, known?.definition ?? EMPTY, known?.version ?? 0);
  const client = useQueryClient();
  const [saving] = useState(() => saveTemplateMutation(client, known));
  const save = useMutation({ ...saving, meta: { ownError: true } });
  const { fields: definition, put } = draft;
  const problem = save.error instanceof ProblemError ? save.error : null;
  const place = `${problem?.problem.params.field ?? ""}`;
  const wrong = (field: string) => (problem && place === field ? problemText(problem) : null);
  const title = text(known ? "edit_template" : "new");
  const submit = () =>
    save.mutate(definition, {
      onSuccess: () => {
        draft.forget();
        navigate(TEMPLATE_PLACES.all);
      },
    });
  return (
    <div className="flex-1 overflow-y-auto">
      <title>{`${title} · ${text("product")}`}</title>
      <form
        className="mx-auto flex max-w-3xl flex-col gap-5 px-4 pt-6 pb-16 sm:px-8 lg:pt-10"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <h1 className="font-semibold text-xl">{title}</h1>
        <Basics definition={definition} put={put} wrong={wrong} isWord={definition.output === "word"} />
        <FieldList
          fields={definition.fields}
          isFixed={definition.output === "word"}
          wrong={(field) => wrong(field)}
          onChange={(fields) => put({ fields })}
        />
        {save.error && (place === "" || place === "fields") ? (
          <Notice tone="danger">{problemText(save.error)}</Notice>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" busy={save.isPending}>
            {common("save")}
          </Button>
          <AppLink to={TEMPLATE_PLACES.all} className={buttonStyle("secondary")} onClick={draft.forget}>
            {common("cancel")}
          </AppLink>
        </div>
      </form>
    </div>
  );
}

function Basics({
  definition,
  put,
  wrong,
  isWord,
}: {
  definition: Definition;
  put: (part: Partial<Definition>) => void;
  wrong: (field: string) => string | null;
  isWord: boolean;
}) {
  const text = useText("templates");
  const common = useText("common");
  return (
    <>
      <TextField
        label={common("name")}
        maxLength={NAME_MAX_CHARS}
        required
        value={definition.name}
        error={wrong("name")}
        onChange={(name) => put({ name })}
      />
      <TextField
        label={text("optional", { label: common("description") })}
        maxLength={DESCRIPTION_MAX_CHARS}
        value={definition.description}
        error={wrong("description")}
        onChange={(description) => put({ description })}
      />
      {isWord ? (
        <p className="text-muted text-sm">{text("word_hint")}</p>
      ) : (
        <>
          <Segmented
            label={text("output")}
            value={definition.output}
            options={(["document", "slides"] as const).map((value) => ({
              value,
              label: text(`output.${value}`),
            }))}
            onChange={(output) => put({ output })}
          />
          <TextArea
            label={text("content")}
            rows={12}
            className="font-mono text-sm"
            hint={definition.output === "slides" ? text("slides_hint") : text("content_hint", PLACEHOLDERS)}
            maxLength={CONTENT_MAX_CHARS}
            value={definition.content}
            error={wrong("content")}
            // With each letter: fields that came as the text loses focus would move the button under the pointer.
            onChange={(content) =>
              put({ content, fields: followPlaceholders(definition.content, content, definition.fields) })
            }
          />
        </>
      )}
    </>
  );
}
