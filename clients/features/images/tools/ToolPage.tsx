import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, SearchX, Sparkles } from "lucide-react";
import { imageModelsQuery, imageToolsQuery } from "../image-queries";
import { IMAGE_PLACES } from "../places";
import { NoImageModel } from "../studio/NoImageModel";
import { AskDesk } from "./AskDesk";
import { EngineNote } from "./EngineNote";
import { isAvailable } from "./is-available";
import { ToolDesk } from "./ToolDesk";
import { type ToolEntry, toolAt } from "./tool-table";

interface Begin {
  /** Picture to begin with. */
  fileId?: string;
  /** Image whose file that is. */
  parentId?: string;
}

/** Page of an image tool. */
export function ToolPage({ slug, ...begin }: { slug: string } & Begin) {
  const text = useText("images");
  const entry = toolAt(slug);
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="image-tool">
      <div className="mx-auto flex max-w-5xl flex-col gap-5 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <AppLink
          to={IMAGE_PLACES.tools}
          className="flex min-h-8 items-center gap-1.5 self-start text-muted text-sm hover:text-ink touch:min-h-11"
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          {text("tools")}
        </AppLink>
        {entry ? (
          <Tool key={entry.slug} entry={entry} {...begin} />
        ) : (
          <EmptyState
            icon={<SearchX />}
            title={text("unknown_tool")}
            action={
              <AppLink to={IMAGE_PLACES.tools} className={buttonStyle("primary")}>
                {text("all_tools")}
              </AppLink>
            }
          />
        )}
      </div>
    </div>
  );
}

function Tool({ entry, fileId, parentId }: { entry: ToolEntry } & Begin) {
  const text = useText("images");
  const { data: tools } = useQuery(imageToolsQuery);
  const info = tools?.find(({ kind }) => kind === entry.tool);
  const name = text(`tool.${entry.key}`);
  return (
    <>
      <title>{`${name} · ${text("product")}`}</title>
      <header className="flex flex-col gap-1">
        <h1 className="font-semibold text-xl">{name}</h1>
        <p className="text-pretty text-muted text-sm">{text(`tool_hint.${entry.key}`)}</p>
      </header>
      {entry.asks ? (
        <AskDesk asks={entry.asks} fileId={fileId} />
      ) : entry.tool === null ? (
        <NeedsModel entry={entry} />
      ) : tools && !info ? (
        <Notice tone="warning">{text("tool_missing")}</Notice>
      ) : (
        <>
          {info ? <EngineNote entry={entry} info={info} /> : null}
          <ToolDesk
            entry={entry}
            isAvailable={info ? isAvailable(info) : true}
            fileId={fileId}
            parentId={parentId}
          />
          {entry.recipe ? <WithModel recipe={entry.recipe} /> : null}
        </>
      )}
    </>
  );
}

/** In place of a tool that only a connected model can be. */
function NeedsModel({ entry }: { entry: ToolEntry }) {
  const text = useText("images");
  const { data: models } = useQuery(imageModelsQuery);
  const wanted = entry.recipe;
  if (entry.page)
    return (
      <AppLink to={entry.page} className={`${buttonStyle("primary")} self-start`}>
        <Sparkles className="size-4" aria-hidden="true" />
        {text("create_video")}
      </AppLink>
    );
  if (!models) return null;
  if (wanted === undefined || models.length === 0)
    return (
      <>
        {models.length > 0 ? <p className="text-pretty text-sm">{text("model_cannot")}</p> : null}
        <NoImageModel />
      </>
    );
  return (
    <AppLink to={IMAGE_PLACES.recipe(wanted)} className={`${buttonStyle("primary")} self-start`}>
      <Sparkles className="size-4" aria-hidden="true" />
      {text("open_studio")}
    </AppLink>
  );
}

/** Offers the same with a connected model, where there is one. */
function WithModel({ recipe }: { recipe: NonNullable<ToolEntry["recipe"]> }) {
  const text = useText("images");
  const { data: models } = useQuery(imageModelsQuery);
  if (!models || models.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
      {text("with_model")}
      <AppLink to={IMAGE_PLACES.recipe(recipe)} className={buttonStyle("secondary", "sm")}>
        <Sparkles className="size-4" aria-hidden="true" />
        {text("open_studio")}
      </AppLink>
    </p>
  );
}
