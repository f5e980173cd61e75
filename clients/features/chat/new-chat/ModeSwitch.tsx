import { changeSettingsMutation, useSettings } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { WorkspaceMark } from "../conversation/WorkspaceMark";

/** Names the team's workspace, and switches between simple mode and all functions (spec §2). */
export function ModeSwitch() {
  const text = useText("start");
  const { simple_mode: simple } = useSettings();
  const { mutate } = useMutation(changeSettingsMutation(useQueryClient()));
  return (
    <>
      <WorkspaceMark />
      <Segmented
        label={text("functions")}
        value={simple ? "simple" : "all"}
        onChange={(mode) => mutate({ simple_mode: mode === "simple" })}
        options={[
          { value: "simple", label: text("simple_mode") },
          { value: "all", label: text("all_functions") },
        ]}
      />
    </>
  );
}
