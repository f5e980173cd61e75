import { runCommand } from "@ensemble/blocks/commands/use-command";
import { PLACES } from "@ensemble/blocks/places";
import { useMe, useSession } from "@ensemble/blocks/session-queries";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Select } from "@ensemble/ui/fields/Select";
import { IconButton } from "@ensemble/ui/IconButton";
import { Popover } from "@ensemble/ui/popups/Popover";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Shapes } from "lucide-react";
import { useState } from "react";
import { settingsMutation, settingsQuery } from "../queries";

const CHOICES = ["auto", "on", "off"] as const;

/** Says when the models of chats write artifacts. Free plans are told which models can (spec §6). */
export function ChatArtifacts() {
  const text = useText("artifacts");
  const settings = useQuery(settingsQuery).data;
  const set = useMutation(settingsMutation(useQueryClient()));
  const [open, setOpen] = useState(false);
  const needsAdvanced = useNeedsAdvanced();
  if (!settings) return null;
  const isOn = settings.in_chats !== "off";
  return (
    <Popover
      side="top"
      className="w-80 p-4"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          label={text(isOn ? "in_chats_on" : "in_chats_off")}
          aria-pressed={isOn}
          icon={<Shapes />}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Select
          label={text("in_chats")}
          value={settings.in_chats}
          options={CHOICES.map((value) => ({ value, label: text(`in_chats_choice.${value}`) }))}
          onChange={(in_chats) => set.mutate({ in_chats })}
        />
        <p className="text-muted text-sm">{text(`in_chats_hint.${settings.in_chats}`)}</p>
        {isOn && needsAdvanced ? (
          <div className="flex flex-col gap-2 rounded-md bg-info-soft p-3 text-sm">
            <p>{text("needs_advanced")}</p>
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                onClick={() => {
                  setOpen(false);
                  runCommand("chat.choose_model");
                }}
              >
                {text("switch_model")}
              </Button>
              <AppLink to={PLACES.pricing} className={buttonStyle("ghost", "sm")}>
                {text("see_plans")}
              </AppLink>
            </div>
          </div>
        ) : null}
      </div>
    </Popover>
  );
}

/** Returns true on a plan without advanced models. */
function useNeedsAdvanced(): boolean {
  const { plan } = useMe();
  return useSession().setup.offered_plans && plan === "free";
}
