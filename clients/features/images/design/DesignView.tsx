import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import clsx from "clsx";
import { useState } from "react";
import { IMAGE_PLACES } from "../places";
import { DesignPreview } from "./DesignPreview";
import {
  type DesignSize,
  designName,
  LAYOUTS,
  PALETTE_NAMES,
  PALETTES,
  type PaletteName,
  SIZE_GROUPS,
  SIZES,
  type SizeGroup,
} from "./design-table";
import { useDesignDocument } from "./use-design";

/** Design tool (spec §4): a size, colors and a layout, which the editor opens with everything as a layer. */
export function DesignView() {
  const text = useText("image_apps");
  const [size, setSize] = useState<DesignSize>(() => firstOf("social"));
  const [palette, setPalette] = useState<PaletteName>("ocean");
  return (
    <div
      data-scroll-restoration-id="image-design"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 pb-16 sm:px-6"
    >
      <div className="mx-auto flex max-w-6xl flex-col gap-6">
        <p className="max-w-prose text-pretty text-muted text-sm">{text("design_hint")}</p>
        <section aria-labelledby="design-size" className="flex flex-col gap-3">
          <h2 id="design-size" className="font-semibold">
            {text("design_sizes")}
          </h2>
          <div className="max-w-md">
            <Segmented
              label={text("design_sizes")}
              value={size.group}
              options={SIZE_GROUPS.map((group) => ({ value: group, label: text(`design_group.${group}`) }))}
              onChange={(group) => setSize(firstOf(group))}
            />
          </div>
          <ul className="flex flex-wrap gap-2">
            {SIZES.filter(({ group }) => group === size.group).map((one) => (
              <li key={one.name}>
                <SizeButton size={one} isChosen={one === size} onChoose={() => setSize(one)} />
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="design-colors" className="flex flex-col gap-3">
          <h2 id="design-colors" className="font-semibold">
            {text("design_colors")}
          </h2>
          <ul className="flex flex-wrap gap-2">
            {PALETTE_NAMES.map((name) => (
              <li key={name}>
                <PaletteButton name={name} isChosen={name === palette} onChoose={() => setPalette(name)} />
              </li>
            ))}
          </ul>
        </section>
        <Layouts size={size} palette={palette} />
      </div>
    </div>
  );
}

const firstOf = (group: SizeGroup): DesignSize =>
  SIZES.find((size) => size.group === group) ?? (SIZES[0] as DesignSize);

function Layouts({ size, palette }: { size: DesignSize; palette: PaletteName }) {
  const text = useText("image_apps");
  const documentOf = useDesignDocument();
  return (
    <section aria-labelledby="design-layouts" className="flex flex-col gap-3">
      <h2 id="design-layouts" className="font-semibold">
        {text("design_layouts")}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-3">
        {LAYOUTS.map((layout) => {
          const design = { size, layout, palette };
          return (
            <li key={layout}>
              <AppLink
                to={IMAGE_PLACES.editor("new", { design: designName(design) })}
                className="flex flex-col gap-2 rounded-md bg-raised p-3 shadow-[inset_0_0_0_1px_var(--line)] transition-shadow hover:shadow-[inset_0_0_0_1px_var(--edge)]"
              >
                <span className="flex h-40 items-center justify-center overflow-hidden">
                  <DesignPreview document={documentOf(design)} />
                </span>
                <span className="font-medium text-sm">{text(`design_layout.${layout}`)}</span>
              </AppLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const chip =
  "flex min-h-9 items-center gap-2 rounded-md bg-raised px-3 text-sm shadow-[inset_0_0_0_1px_var(--line)] hover:shadow-[inset_0_0_0_1px_var(--edge)] aria-pressed:shadow-[inset_0_0_0_2px_var(--accent)] touch:min-h-11";

function SizeButton({
  size: { name, width, height },
  isChosen,
  onChoose,
}: {
  size: DesignSize;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const text = useText("image_apps");
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose} className={chip}>
      {text(`design_size.${name}`)}
      <bdi className="text-muted text-xs tabular-nums">{`${width} × ${height}`}</bdi>
    </button>
  );
}

function PaletteButton({
  name,
  isChosen,
  onChoose,
}: {
  name: PaletteName;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const images = useText("images");
  const { ground, accent, ink } = PALETTES[name];
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose} className={clsx(chip, "ps-2")}>
      <span aria-hidden="true" className="flex -space-x-1 rtl:space-x-reverse">
        {[ground, accent, ink].map((color, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the colors have fixed places
            key={at}
            className="size-4 rounded-full shadow-[inset_0_0_0_1px_var(--line)]"
            style={{ backgroundColor: color }}
          />
        ))}
      </span>
      {images(`choice.palette.${name}`)}
    </button>
  );
}
