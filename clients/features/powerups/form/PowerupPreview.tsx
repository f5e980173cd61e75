import { useText } from "@ensemble/i18n/text";
import type { Definition } from "../operations";
import { PowerupFace } from "../PowerupFace";
import { RunPanel } from "../run/RunPanel";

/** A PowerUP as others will see it, to be tried before it is saved. */
export function PowerupPreview({ definition }: { definition: Definition }) {
  const text = useText("powerups");
  const { name, icon, description, kind, prompt } = definition;
  return (
    <aside
      aria-label={text("preview")}
      className="flex h-fit flex-col gap-4 rounded-lg bg-sunken p-4 shadow-[inset_0_0_0_1px_var(--line)] lg:sticky lg:top-0"
    >
      <header className="flex items-center gap-3">
        <PowerupFace icon={icon} />
        <div className="min-w-0">
          <h2 className="plain-bidi truncate font-semibold">{name || text("untitled")}</h2>
          {description ? <p className="plain-bidi line-clamp-2 text-muted text-sm">{description}</p> : null}
        </div>
      </header>
      {kind === "mini_app" ? (
        <p className="text-muted text-sm">{text("app_after_saving")}</p>
      ) : prompt.trim() === "" || name.trim() === "" ? (
        <p className="text-muted text-sm">{text("try_hint")}</p>
      ) : (
        <RunPanel what={{ definition }} definition={definition} />
      )}
    </aside>
  );
}
