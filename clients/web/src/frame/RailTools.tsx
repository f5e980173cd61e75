import { useSettings } from "@ensemble/blocks/session-queries";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Suspense } from "react";
import { isAt, TOOLS } from "./areas";
import { RailLink } from "./Rail";

/** Tools below the areas. Loaded after the first page. */
export function RailTools() {
  return (
    <Suspense>
      <ToolLinks />
    </Suspense>
  );
}

/** Links to tools. Simple mode hides them, except the current one. */
function ToolLinks() {
  const text = useText("toolkit");
  const { path } = useNavigation();
  const { simple_mode: simple } = useSettings();
  return TOOLS.filter((tool) => !simple || isAt(tool, path)).map((tool) => (
    <RailLink key={tool.to} to={tool.to} label={text(tool.label)} current={isAt(tool, path)}>
      <tool.icon />
    </RailLink>
  ));
}
