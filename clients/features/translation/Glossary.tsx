import type { GlossaryTerm } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Pencil, Plus, Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import {
  deleteTermMutation,
  exportTableMutation,
  glossaryQuery,
  importTableMutation,
} from "./glossary-queries";
import { languageName } from "./languages";
import { TermDialog } from "./TermDialog";

/** Edits the person's glossary, with import and export. */
export function Glossary() {
  const text = useText("translation");
  const { data } = useQuery(glossaryQuery);
  const [edited, setEdited] = useState<GlossaryTerm | "new" | null>(null);
  const [words, setWords] = useState("");
  const terms = data?.items ?? [];
  const found = terms.filter((term) => isMatch(term, words));
  return (
    <Section
      title={text("glossary")}
      description={text("glossary_hint")}
      action={
        <Button size="sm" onClick={() => setEdited("new")}>
          <Plus className="size-4" aria-hidden="true" />
          {text("term_new")}
        </Button>
      }
    >
      {data ? null : <SkeletonLines count={3} label={text("glossary")} />}
      {terms.length > 5 ? (
        <SearchField
          label={text("glossary_search")}
          clearLabel={text("close")}
          value={words}
          onChange={setWords}
        />
      ) : null}
      {data && found.length === 0 ? (
        <p className="text-muted text-sm">
          {text(terms.length === 0 ? "glossary_none" : "glossary_no_match")}
        </p>
      ) : null}
      {found.length > 0 ? (
        <div className="max-h-96 overflow-y-auto">
          <Rows>
            {found.map((term) => (
              <Term key={term.id} term={term} onEdit={() => setEdited(term)} />
            ))}
          </Rows>
        </div>
      ) : null}
      <Tables hasTerms={terms.length > 0} />
      {edited ? (
        <TermDialog known={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </Section>
  );
}

const isMatch = ({ original, translation }: GlossaryTerm, words: string): boolean =>
  `${original}\n${translation}`.toLowerCase().includes(words.trim().toLowerCase());

function Term({ term, onEdit }: { term: GlossaryTerm; onEdit: () => void }) {
  const text = useText("translation");
  const { locale } = useLocale();
  const remove = useMutation(deleteTermMutation(useQueryClient()));
  const { original, translation, source_language: source, target_language: target } = term;
  const from = source ? languageName(source, locale) : text("any_language");
  return (
    <Row
      title={
        <>
          <bdi className="break-words font-medium">{original}</bdi>
          <span className="text-faint" aria-hidden="true">
            {" = "}
          </span>
          <bdi className="break-words">{translation}</bdi>
        </>
      }
      description={`${from} → ${languageName(target, locale)}`}
    >
      <IconButton
        size="sm"
        label={text("term_edit", { term: original })}
        icon={<Pencil />}
        onClick={onEdit}
      />
      <IconButton
        size="sm"
        label={text("term_delete", { term: original })}
        icon={<Trash2 />}
        disabled={remove.isPending}
        onClick={() => remove.mutate(term.id)}
      />
    </Row>
  );
}

/** Import and export of the glossary. */
function Tables({ hasTerms }: { hasTerms: boolean }) {
  const text = useText("translation");
  const host = useHost();
  const field = useRef<HTMLInputElement>(null);
  const save = useMutation(exportTableMutation);
  const add = useMutation(importTableMutation(useQueryClient()));
  const importFile = (file: File) =>
    add.mutate(file, {
      onSuccess: ({ refused, ...counts }) => {
        const lines = refused.map(({ line }) => line).join(", ");
        const left = refused.length > 0 ? text("table_refused", { count: refused.length, lines }) : undefined;
        showToast({ title: text("table_done", counts), description: left, kind: left ? "info" : "success" });
      },
    });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={add.isPending} onClick={() => field.current?.click()}>
          <Upload className="size-4" aria-hidden="true" />
          {text("table_import")}
        </Button>
        {hasTerms ? (
          <Button
            size="sm"
            busy={save.isPending}
            onClick={() =>
              save.mutate(undefined, {
                onSuccess: ({ csv }) =>
                  void host.saveFile("glossary.csv", new Blob([csv], { type: "text/csv" })),
              })
            }
          >
            <Download className="size-4" aria-hidden="true" />
            {text("table_export")}
          </Button>
        ) : null}
        <FileInput
          input={field}
          accept=".csv,text/csv"
          label={text("table_import")}
          onChoose={([file]) => importFile(file)}
        />
      </div>
      <p className="text-muted text-sm">{text("table_hint")}</p>
    </div>
  );
}
