import { CopyButton } from "@ensemble/blocks/CopyButton";
import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import type { Image } from "@ensemble/contract/wire";
import { dayAndTime, fileSize } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { imageModelsQuery, imageQuery } from "../image-queries";
import { Thumbnail } from "../Thumbnail";
import { toolOf } from "../tools/tool-table";

/** How an image was made: prompt, model, seed, settings, cost, and what it was made from. */
export function ImageFacts({ image, onOpen }: { image: Image; onOpen: (imageId: string) => void }) {
  const text = useText("images");
  const facts = useFacts(image);
  return (
    <div className="flex flex-col gap-4">
      {isPrompted(image) ? (
        <div className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2">
          <p className="plain-bidi min-w-0 flex-1 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
            {image.prompt}
          </p>
          <CopyButton size="sm" content={image.prompt} label={text("copy_prompt")} />
        </div>
      ) : null}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {image.parent_id ? <Parent imageId={image.parent_id} onOpen={onOpen} /> : null}
    </div>
  );
}

/** True if an image has a prompt; an uploaded one has the name of its file there. */
const isPrompted = ({ origin, prompt }: Image): boolean =>
  (origin === "created" || origin === "edited") && prompt.trim() !== "";

/** Returns the facts that an image has, with their names. */
function useFacts(image: Image): [string, string][] {
  const text = useText("images");
  const { locale } = useLocale();
  const priceText = usePriceText();
  const { data: models } = useQuery(imageModelsQuery);
  const work = image.work?.type === "create" ? image.work : null;
  const tool = toolOf(image.tool);
  const model = models?.find(({ id }) => id === image.model)?.name ?? image.model;
  const facts: [string, string | number | null | undefined][] = [
    [text("model"), model],
    [text("tool"), tool ? text(`tool.${tool.key}`) : image.tool],
    [text("setting.negativePrompt"), work?.negative_prompt],
    [text("setting.style"), work?.style],
    [text("setting.ratio"), work?.ratio],
    [text("setting.quality"), work?.quality],
    [text("setting.seed"), image.seed],
    [text("setting.cfgScale"), work?.cfg_scale],
    [text("setting.strength"), work?.strength],
    [text("size"), `${image.width} × ${image.height} · ${fileSize(image.size_bytes, locale)}`],
    [text("cost"), image.cost > 0 ? priceText("advanced_credit", image.cost) : null],
    [text("made"), dayAndTime(image.created_at, locale)],
  ];
  return facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
}

function Parent({ imageId, onOpen }: { imageId: string; onOpen: (imageId: string) => void }) {
  const text = useText("images");
  const { data: parent } = useQuery(imageQuery(imageId));
  if (!parent) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{text("made_from")}</h3>
      <button type="button" className="size-20 overflow-hidden rounded-md" onClick={() => onOpen(parent.id)}>
        <Thumbnail image={parent} />
      </button>
    </section>
  );
}
