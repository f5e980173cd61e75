import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import {
  Brush,
  Images,
  LayoutTemplate,
  type LucideIcon,
  MessageCircle,
  PencilLine,
  PencilRuler,
  Radio,
  Video,
  Wrench,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { IMAGE_PLACES, type StudioMode } from "../places";

/** Title of the studio with its modes (spec §4: "Studio modes"). */
export function StudioModes({ mode }: { mode: StudioMode | null }) {
  const text = useText("images");
  const apps = useText("image_apps");
  const current = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current one is brought into view when it changes
  useEffect(() => {
    current.current?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [mode]);
  const modes: readonly { to: string; icon: LucideIcon; label: string; mode?: StudioMode | null }[] = [
    { to: IMAGE_PLACES.studio, icon: Images, label: apps("mode.create"), mode: null },
    { to: IMAGE_PLACES.mode("apps"), icon: LayoutTemplate, label: apps("mode.apps"), mode: "apps" },
    { to: IMAGE_PLACES.mode("design"), icon: PencilRuler, label: apps("mode.design"), mode: "design" },
    { to: IMAGE_PLACES.mode("realtime"), icon: Radio, label: apps("mode.realtime"), mode: "realtime" },
    { to: IMAGE_PLACES.mode("canvas"), icon: PencilLine, label: apps("mode.canvas"), mode: "canvas" },
    { to: IMAGE_PLACES.editor("new"), icon: Brush, label: text("editor") },
    { to: IMAGE_PLACES.artist(), icon: MessageCircle, label: text("artist") },
    { to: IMAGE_PLACES.tools, icon: Wrench, label: text("tools") },
    { to: IMAGE_PLACES.videos, icon: Video, label: text("tool.video") },
  ];
  return (
    <header className="flex flex-none items-center gap-x-4 border-line border-b ps-4 sm:ps-6">
      <h1 className="flex-none font-semibold text-xl max-sm:sr-only">{text("images")}</h1>
      <nav
        aria-label={apps("modes")}
        className="min-w-0 flex-1 overflow-x-auto overscroll-x-contain py-2 pe-4"
      >
        <ul className="flex w-max gap-1">
          {modes.map(({ to, icon: Icon, label, mode: own }) => (
            <li key={to} ref={own === mode ? current : undefined}>
              <AppLink
                to={to}
                aria-current={own === mode ? "page" : undefined}
                className={clsx(
                  "flex h-8 items-center gap-1.5 whitespace-nowrap rounded-md px-2.5 text-sm touch:h-11",
                  own === mode
                    ? "bg-accent-soft font-medium text-accent-ink"
                    : "text-muted hover:bg-hover hover:text-ink",
                )}
              >
                <Icon className="size-4" aria-hidden="true" />
                {label}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
