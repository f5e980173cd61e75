import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import type { Prompt } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Sheet } from "@ensemble/ui/dialogs/Sheet";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Tabs } from "@ensemble/ui/Tabs";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { matches } from "./matches";
import { PromptDetail } from "./PromptDetail";
import { PromptEditor } from "./PromptEditor";
import { PromptList } from "./PromptList";
import { PromptRunner } from "./PromptRunner";
import { promptsQuery } from "./prompt-queries";
import { blanksOf } from "./template";

type View =
  | { kind: "detail"; prompt: Prompt }
  | { kind: "edit"; prompt: Prompt | null }
  | { kind: "run"; prompt: Prompt };

/** Drawer of the prompt library: one's own and public prompts. */
export function PromptDrawer({ seat, onClose }: { seat: ComposerSeat; onClose: () => void }) {
  const text = useText("prompts");
  const [chosen, setTab] = useState<"mine" | "public" | null>(null);
  const mine = useQuery(promptsQuery("mine")).data?.items;
  const [words, setWords] = useState("");
  // Where none of one's own is found, the library shows those of everybody.
  const isEmpty = mine !== undefined && !mine.some((prompt) => matches(prompt, words));
  const tab = chosen ?? (isEmpty ? "public" : "mine");
  const [view, setView] = useState<View | null>(null);
  const use = (prompt: Prompt) => {
    if (blanksOf(prompt.content).length > 0) return setView({ kind: "run", prompt });
    seat.insert(prompt.content);
    onClose();
  };
  const list = (which: "mine" | "public") => (
    <PromptList
      tab={which}
      words={words}
      onUse={use}
      onDetail={(prompt) => setView({ kind: "detail", prompt })}
      onPublic={() => setTab("public")}
    />
  );
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      side="end"
      title={text("library")}
      closeLabel={text("close")}
    >
      <div className="flex flex-col gap-3 px-4 pt-2 pb-6">
        <div className="flex items-center gap-2">
          <SearchField label={text("search")} clearLabel={text("clear")} value={words} onChange={setWords} />
          <Button icon={<Plus className="size-4" />} onClick={() => setView({ kind: "edit", prompt: null })}>
            {text("new_prompt")}
          </Button>
        </div>
        <Tabs
          label={text("library")}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "mine", label: text("tab_mine"), panel: list("mine") },
            { value: "public", label: text("tab_public"), panel: list("public") },
          ]}
        />
      </div>
      {view?.kind === "detail" ? (
        <PromptDetail
          prompt={view.prompt}
          onUse={() => use(view.prompt)}
          onEdit={() => setView({ kind: "edit", prompt: view.prompt })}
          onClose={() => setView(null)}
        />
      ) : null}
      {view?.kind === "edit" ? <PromptEditor prompt={view.prompt} onClose={() => setView(null)} /> : null}
      {view?.kind === "run" ? (
        <PromptRunner
          prompt={view.prompt}
          onClose={() => setView(null)}
          onInsert={(filled) => {
            seat.insert(filled);
            onClose();
          }}
          onSend={(filled) => {
            seat.send(filled);
            onClose();
          }}
        />
      ) : null}
    </Sheet>
  );
}
