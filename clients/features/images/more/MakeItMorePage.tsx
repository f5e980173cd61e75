import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { imageModelsQuery } from "../image-queries";
import { NoImageModel } from "../studio/NoImageModel";
import { MoreDesk } from "./MoreDesk";

/** "Make it more" (spec §2: /tools/make-it-more): an image again and again, each time with more of a quality. */
export function MakeItMorePage() {
  const text = useText("images");
  const apps = useText("image_apps");
  const models = useQuery(imageModelsQuery);
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="make-it-more">
      <title>{`${apps("more.title")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-5xl flex-col gap-5 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex flex-col gap-1">
          <h1 className="font-semibold text-xl">{apps("more.title")}</h1>
          <p className="text-pretty text-muted text-sm">{apps("more.hint")}</p>
        </header>
        {models.data ? (
          <Ready models={models.data} />
        ) : models.error ? (
          <PanelProblem error={models.error} onRetry={() => void models.refetch()} />
        ) : (
          <SkeletonLines count={5} label={text("loading")} />
        )}
      </div>
    </div>
  );
}

/** The desk, or why no model can do it. */
function Ready({ models }: { models: readonly ImageModel[] }) {
  const text = useText("images");
  const able = models.filter(({ abilities }) => abilities.references_max > 0);
  if (able.length > 0) return <MoreDesk models={able} />;
  return (
    <>
      {models.length > 0 ? <p className="text-pretty text-sm">{text("model_cannot")}</p> : null}
      <NoImageModel />
    </>
  );
}
