import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { Ellipsis, Pause, Pencil, Play, StepForward, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Schedule } from "./operations";
import { ScheduleForm } from "./ScheduleForm";
import { useScheduleActions } from "./use-schedule-actions";

/** Menu of actions on a schedule. */
export function ScheduleMenu({ schedule, onDeleted }: { schedule: Schedule; onDeleted?: () => void }) {
  const text = useText("schedules");
  const actions = useScheduleActions(schedule);
  const [editing, setEditing] = useState(false);
  const { title: name, state } = schedule;
  return (
    <>
      <Menu
        trigger={<IconButton size="sm" label={text("more_for", { name })} icon={<Ellipsis />} />}
        align="end"
      >
        <MenuItem icon={<Play />} onSelect={actions.runNow}>
          {text("run_now")}
        </MenuItem>
        <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
          {text("edit")}
        </MenuItem>
        {state === "active" ? (
          <MenuItem icon={<Pause />} onSelect={() => actions.setPaused(true)}>
            {text("pause")}
          </MenuItem>
        ) : null}
        {state === "paused" ? (
          <MenuItem icon={<StepForward />} onSelect={() => actions.setPaused(false)}>
            {text("resume")}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} onSelect={() => actions.remove(onDeleted)}>
          {text("delete")}
        </MenuItem>
      </Menu>
      {editing ? <ScheduleForm schedule={schedule} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
