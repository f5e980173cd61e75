import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Tabs } from "@ensemble/ui/Tabs";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp, LayoutTemplate, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { DocumentList } from "./DocumentList";
import type { Template } from "./operations";
import { TEMPLATE_PLACES } from "./places";
import { TemplateCard } from "./TemplateCard";
import { templatesQuery, uploadMutation } from "./template-queries";

/** /templates: presets, one's own templates, and the documents made of them. */
export function TemplatesPage() {
  const text = useText("templates");
  const [tab, setTab] = useState<"templates" | "documents">("templates");
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="templates">
      <title>{`${text("title")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-5xl flex-col gap-4 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <Header />
        <Tabs
          label={text("title")}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "templates", label: text("tab_templates"), panel: <TemplateLists /> },
            { value: "documents", label: text("tab_documents"), panel: <DocumentList /> },
          ]}
        />
      </div>
    </div>
  );
}

function Header() {
  const text = useText("templates");
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({ ...uploadMutation(useQueryClient()), meta: { ownError: true } });
  return (
    <header className="flex flex-wrap items-center gap-3">
      <div className="min-w-60 flex-1">
        <h1 className="font-semibold text-xl">{text("title")}</h1>
        <p className="text-muted text-sm">{text("about")}</p>
      </div>
      <Button
        icon={<FileUp className="size-4" />}
        busy={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {text("upload")}
      </Button>
      <FileInput
        input={input}
        accept=".docx"
        testId="template-file"
        onChoose={([file]) =>
          upload.mutate(file, { onSuccess: ({ key }) => navigate(TEMPLATE_PLACES.edit(key)) })
        }
      />
      <AppLink to={TEMPLATE_PLACES.create} className={buttonStyle("primary")}>
        <Plus className="size-4" aria-hidden="true" />
        {text("new")}
      </AppLink>
      {upload.error ? (
        <div className="w-full">
          <Notice tone="danger">{problemText(upload.error)}</Notice>
        </div>
      ) : null}
    </header>
  );
}

/** True if all words are in a template's name or description. */
const matches = ({ definition: { name, description } }: Template, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${description}`.toLowerCase().includes(word));

function TemplateLists() {
  const text = useText("templates");
  const templates = useQuery(templatesQuery);
  const [words, setWords] = useState("");
  if (templates.isError) {
    return <PanelProblem error={templates.error} onRetry={() => void templates.refetch()} />;
  }
  if (!templates.data) return <SkeletonLines label={text("title")} />;
  const found = templates.data.filter((one) => matches(one, words.trim()));
  const own = found.filter(({ mine }) => mine);
  const presets = found.filter(({ mine }) => !mine);
  return (
    <div className="flex flex-col gap-6 pt-2">
      <div className="flex max-w-md">
        <SearchField label={text("search")} clearLabel={text("clear")} value={words} onChange={setWords} />
      </div>
      {found.length === 0 ? (
        <EmptyState icon={<LayoutTemplate />} title={text("none_found", { words: words.trim() })} />
      ) : null}
      <TemplateGrid title={text("mine")} templates={own} />
      <TemplateGrid title={text("presets")} templates={presets} />
    </div>
  );
}

function TemplateGrid({ title, templates }: { title: string; templates: readonly Template[] }) {
  if (templates.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="font-semibold">{title}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {templates.map((template) => (
          <TemplateCard key={template.key} template={template} />
        ))}
      </ul>
    </section>
  );
}
