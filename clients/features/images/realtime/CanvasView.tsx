import type { ImageModel, ImageToolInfo } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Select } from "@ensemble/ui/fields/Select";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { useQuery } from "@tanstack/react-query";
import { imageToolsQuery } from "../image-queries";
import { ToolOptions } from "../tools/ToolOptions";
import { toolOf } from "../tools/tool-table";
import { type CanvasEngine, canvasEngines, canvasMissing, canvasWanted } from "./canvas-work";
import { DrawingBoard } from "./DrawingBoard";
import { LiveBar } from "./LiveBar";
import { LiveLayout } from "./LiveLayout";
import { LivePrompt } from "./LivePrompt";
import { LiveResult } from "./LiveResult";
import { RatioScale } from "./RatioScale";
import { type CanvasForm, useCanvasForm } from "./use-canvas-form";
import { useLive } from "./use-live";

/** Realtime canvas (spec §4): what is drawn is made into an image, by a model or by a filter of this server. */
export function CanvasView({ models }: { models: readonly ImageModel[] }) {
  const images = useText("images");
  const { data: tools } = useQuery(imageToolsQuery);
  if (!tools)
    return (
      <div className="p-6">
        <SkeletonLines count={6} label={images("loading")} />
      </div>
    );
  return <Canvas models={models} tools={tools} />;
}

function Canvas({ models, tools }: { models: readonly ImageModel[]; tools: readonly ImageToolInfo[] }) {
  const text = useText("image_apps");
  const engines = canvasEngines(models, tools);
  const form = useCanvasForm(engines);
  const missing = canvasMissing(form.engine, form);
  const live = useLive(missing === null ? canvasWanted(form.engine, form) : null);
  return (
    <LiveLayout
      form={
        <>
          <DrawingBoard strokes={form.strokes} onChange={form.draw} />
          <EngineField engines={engines} form={form} />
          {form.engine?.kind === "model" ? <ModelFields form={form} model={form.engine.model} /> : null}
          {form.engine?.kind === "filter" ? <FilterFields form={form} tool={form.engine.tool} /> : null}
        </>
      }
      bar={
        <LiveBar
          live={live}
          price={form.engine?.kind === "model" ? form.engine.model.credits : 0}
          hint={missing === null ? null : text(`canvas.missing_${missing}`)}
        />
      }
      result={<LiveResult live={live} empty={text("canvas.empty")} />}
    />
  );
}

function EngineField({ engines, form }: { engines: readonly CanvasEngine[]; form: CanvasForm }) {
  const text = useText("image_apps");
  const images = useText("images");
  if (!form.engine) return null;
  return (
    <Select
      label={text("canvas.engine")}
      value={form.engine.id}
      options={engines.map((engine) =>
        engine.kind === "model"
          ? {
              value: engine.id,
              label: `${engine.model.name} · ${engine.model.connection_name}`,
              icon: <ModelGlyph id={engine.model.id} size="sm" />,
            }
          : {
              value: engine.id,
              label: text("canvas.filter", { name: images(`tool.${toolOf(engine.tool)?.key ?? "sketch"}`) }),
            },
      )}
      onChange={form.choose}
    />
  );
}

function ModelFields({ form, model }: { form: CanvasForm; model: ImageModel }) {
  const images = useText("images");
  return (
    <>
      <LivePrompt value={form.prompt} onChange={form.setPrompt} />
      <RatioScale
        value={form.ratio}
        hindrance={model.abilities.strength ? null : images("hindrance.model_lacks_it")}
        onChange={form.setRatio}
      />
    </>
  );
}

/** Options of a filter, and what it is: it invents nothing. */
function FilterFields({ form, tool }: { form: CanvasForm; tool: string }) {
  const text = useText("image_apps");
  const images = useText("images");
  return (
    <>
      <ToolOptions
        options={toolOf(tool)?.options ?? []}
        values={form.values}
        second={null}
        onChange={form.setValues}
        onSecond={() => undefined}
      />
      <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
        <Badge>{images("runs_here")}</Badge>
        <span className="text-pretty">{text("canvas.filter_hint")}</span>
      </p>
    </>
  );
}
