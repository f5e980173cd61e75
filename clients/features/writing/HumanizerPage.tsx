import { TaskBoundary } from "@ensemble/blocks/tasks/TaskBoundary";
import { TaskHistoryButton } from "@ensemble/blocks/tasks/TaskHistoryButton";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import type { Humanization } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Plus } from "lucide-react";
import { lazy, useRef, useState } from "react";
import { BeforeRewriting } from "./BeforeRewriting";
import { humanizations, placeOf } from "./humanizer-queries";
import { RewritingForm } from "./RewritingForm";
import { Rewritten } from "./Rewritten";
import { useRewriting } from "./use-rewriting";

const HumanizerHistory = lazy(() =>
  import("./HumanizerHistory").then((file) => ({ default: file.HumanizerHistory })),
);

/** Query of a text that is not rewritten yet. */
const NEW = { data: null, isPending: false, error: null, refetch: async () => undefined };

/** Page of the humanizer: the original text beside the rewritten one. */
export function HumanizerPage({ humanizationId: id }: { humanizationId?: string }) {
  const text = useText("humanizer");
  const { navigate } = useNavigation();
  const [begun, setBegun] = useState<string | null>(null);
  const asked = useTask(humanizations, id);
  return (
    <div
      className="flex min-h-0 flex-1 flex-col overflow-y-auto lg:overflow-hidden"
      data-scroll-restoration-id="humanizer"
    >
      <title>{`${text("humanizer")} · ${text("product")}`}</title>
      <div className="mx-auto flex w-full max-w-[88rem] flex-1 flex-col gap-4 px-4 pt-6 pb-16 sm:px-8 lg:min-h-0 lg:pb-6">
        <header className="flex flex-none flex-wrap items-center gap-x-2 gap-y-1">
          <h1 className="min-w-0 flex-1 font-semibold text-xl">{text("humanizer")}</h1>
          <div className="flex items-center gap-1">
            {id === undefined ? null : (
              <AppLink to={placeOf()} className={buttonStyle("secondary")}>
                <Plus className="size-4" aria-hidden="true" />
                {text("another")}
              </AppLink>
            )}
            <TaskHistoryButton label={text("history")} current={id} history={HumanizerHistory} />
          </div>
          <p className="w-full text-pretty text-muted text-sm">{text("about")}</p>
        </header>
        <TaskBoundary query={id === undefined ? NEW : asked} lines={8}>
          {(known) => (
            <Desk
              // The original text is in the field.
              key={known?.id ?? "new"}
              known={known}
              isNew={known !== null && known.id === begun}
              onBegun={(next) => {
                setBegun(next);
                navigate(placeOf(next));
              }}
            />
          )}
        </TaskBoundary>
      </div>
    </div>
  );
}

function Desk({
  known,
  isNew,
  onBegun,
}: {
  known: Humanization | null;
  isNew: boolean;
  onBegun: (id: string) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const rewriting = useRewriting(known, onBegun);
  return (
    <div className="grid gap-4 lg:min-h-0 lg:flex-1 lg:grid-cols-2 lg:grid-rows-[minmax(0,1fr)]">
      <RewritingForm
        rewriting={rewriting}
        field={field}
        busy={known?.state === "running"}
        short={known !== null}
      />
      {known ? (
        <Rewritten
          humanization={known}
          isNew={isNew}
          isStarting={rewriting.isStarting}
          onAgain={() => rewriting.start(known.text, known.tone)}
        />
      ) : (
        <BeforeRewriting
          onChoose={
            rewriting.words.trim() === ""
              ? (example) => {
                  rewriting.setWords(example);
                  field.current?.focus();
                }
              : null
          }
        />
      )}
    </div>
  );
}
