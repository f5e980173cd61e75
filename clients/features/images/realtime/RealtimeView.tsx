import type { ImageModel } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { useState } from "react";
import { IMAGE_PLACES } from "../places";
import { ModelField } from "../studio/ModelField";
import { NoImageModel } from "../studio/NoImageModel";
import { References } from "../studio/References";
import type { CreateForm } from "../studio/use-create-form";
import { LiveBar } from "./LiveBar";
import { LiveLayout } from "./LiveLayout";
import { LivePrompt } from "./LivePrompt";
import { LiveResult } from "./LiveResult";
import { wantedOf } from "./live-work";
import { RATIO_SCALE, RatioScale } from "./RatioScale";
import { useLive } from "./use-live";

/** Realtime generation (spec §4): an image is made again whenever the words or the references change. */
export function RealtimeView({ form, models }: { form: CreateForm; models: readonly ImageModel[] }) {
  const text = useText("image_apps");
  const images = useText("images");
  const [ratio, setRatio] = useState(RATIO_SCALE.initial);
  const { model } = form;
  const wanted = model ? wantedOf(model, form, ratio) : null;
  const live = useLive(wanted);
  if (!model) return <WithoutModel />;
  const missing = form.missing;
  return (
    <LiveLayout
      form={
        <>
          <p className="text-pretty text-muted text-sm">{text("realtime_hint")}</p>
          <LivePrompt value={form.prompt} onChange={form.setPrompt} />
          <ModelField model={model} models={models} onChoose={form.choose} />
          <References form={form} model={model} weighs={false} />
          <RatioScale
            value={ratio}
            hindrance={
              model.abilities.references_max === 0 || !model.abilities.strength
                ? images("hindrance.model_lacks_it")
                : form.references.length === 0
                  ? images("hindrance.needs_reference")
                  : null
            }
            onChange={setRatio}
          />
        </>
      }
      bar={
        <LiveBar
          live={live}
          price={model.credits}
          hint={missing === null ? null : images(`missing.${missing}`)}
        />
      }
      result={<LiveResult live={live} empty={text("realtime_empty")} />}
    />
  );
}

/** In place of the form without a model: the canvas works with the filters of this server. */
function WithoutModel() {
  const text = useText("image_apps");
  return (
    <div className="flex max-w-xl flex-col items-start gap-4 p-4 sm:p-6">
      <NoImageModel />
      <p className="text-pretty text-muted text-sm">{text("canvas_without_model")}</p>
      <AppLink to={IMAGE_PLACES.mode("canvas")} className={buttonStyle("secondary")}>
        {text("mode.canvas")}
      </AppLink>
    </div>
  );
}
