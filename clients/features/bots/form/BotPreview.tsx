import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { useText } from "@ensemble/i18n/text";
import { FormFace } from "./FormFace";
import { useObjectUrl } from "./IconField";
import type { FormFields } from "./use-form-draft";

/** Shows how a bot will greet people, while it is written. */
export function BotPreview({
  id,
  icon,
  known,
  fields,
}: {
  id: string | null;
  /** Chosen icon: a new image, none (null), or unchanged (undefined). */
  icon: Blob | null | undefined;
  /** Address of the icon that it has. */
  known: string | null;
  fields: FormFields;
}) {
  const text = useText("bots");
  const chosen = useObjectUrl(icon ?? null);
  const { name, description, welcome } = fields;
  const starters = fields.starters.filter((starter) => starter.trim() !== "");
  return (
    <section aria-label={text("preview")} className="flex flex-col gap-2">
      <h2 className="font-medium text-sm">{text("preview")}</h2>
      <div className="flex items-start gap-3 rounded-lg p-4 shadow-[inset_0_0_0_1px_var(--line)]">
        <FormFace id={id} icon={icon === undefined ? known : chosen} />
        <div className="min-w-0 flex-1">
          <p className="plain-bidi break-words font-medium">{name.trim() || text("new_name")}</p>
          {description.trim() ? (
            <p className="plain-bidi break-words text-muted text-sm">{description}</p>
          ) : null}
          {welcome.trim() ? (
            <div className="mt-2">
              <Markdown text={welcome} />
            </div>
          ) : null}
          {starters.length > 0 ? (
            <ul className="mt-3 grid gap-2 sm:grid-cols-2">
              {starters.map((starter, at) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: a starter is known by its place
                  key={at}
                  className="plain-bidi min-w-0 break-words rounded-md px-3 py-2 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)]"
                >
                  {starter}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
    </section>
  );
}
