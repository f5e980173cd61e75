import { useSettings } from "@ensemble/blocks/session-queries";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Suspense } from "react";
import { RailLink } from "./Rail";
import { isAt, TOOLS } from "./tools";

/** The tools, below the areas. They come after the first page, with their names. */
export function RailTools() {
  return (
    <Suspense>
      <ToolLinks />
    </Suspense>
  );
}

/** Simple mode leaves them out, but never where somebody is. */
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
