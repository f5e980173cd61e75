import { onServer } from "@ensemble/contract/base-path";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import clsx from "clsx";

const SIZES = { sm: "size-5 rounded-sm", md: "size-7 rounded-sm", lg: "size-10 rounded-md" };

/** Shows a bot's picture, or the glyph of its id. */
export function BotFace({
  id,
  icon,
  size = "md",
}: {
  id: string;
  icon: string | null;
  size?: keyof typeof SIZES;
}) {
  if (!icon) return <ModelGlyph id={id} size={size} />;
  return (
    <img
      src={icon.startsWith("/") ? onServer(icon) : icon}
      alt=""
      loading="lazy"
      decoding="async"
      className={clsx("flex-none bg-sunken object-cover", SIZES[size])}
    />
  );
}
