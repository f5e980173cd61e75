import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { IMAGE_PLACES } from "../places";
import { toolsInGroup } from "../tools/tool-table";

/** Says that no connected model makes images, and who can change that. */
export function NoImageModel() {
  const text = useText("images");
  const { role } = useMe();
  const isOperator = role === "operator";
  return (
    <Notice
      tone="info"
      title={text("no_model")}
      action={
        isOperator ? (
          <AppLink to={PLACES.connections} className={buttonStyle("secondary", "sm")}>
            {text("connect_model")}
          </AppLink>
        ) : null
      }
    >
      {text(isOperator ? "no_model_operator" : "no_model_member")}
    </Notice>
  );
}

/** In place of the form without a model: the tools that work without one. */
export function WithoutModel() {
  const text = useText("images");
  const offered = [...toolsInGroup("background"), ...toolsInGroup("repair")].slice(0, 6);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <NoImageModel />
      <section className="flex flex-col gap-2">
        <h2 className="font-medium text-sm">{text("tools_without_model")}</h2>
        <ul className="flex flex-col gap-1">
          {offered.map(({ slug, key, icon: Icon }) => (
            <li key={slug}>
              <AppLink
                to={IMAGE_PLACES.tool(slug)}
                className="flex min-h-9 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-hover touch:min-h-11"
              >
                <Icon className="size-4 flex-none text-muted" aria-hidden="true" />
                {text(`tool.${key}`)}
              </AppLink>
            </li>
          ))}
        </ul>
        <AppLink to={IMAGE_PLACES.tools} className={buttonStyle("secondary")}>
          {text("all_tools")}
        </AppLink>
      </section>
    </div>
  );
}
