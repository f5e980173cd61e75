import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { useQuery } from "@tanstack/react-query";
import { Settings2, Zap } from "lucide-react";
import { useState } from "react";
import { ACTION_ICONS } from "./action-icons";
import { inLanguage } from "./given-actions";
import { actionsQuery } from "./prompt-queries";
import { TEXT_PLACE } from "./template";
import { useActionText } from "./use-action-text";

interface AnswerActionsPlugProps {
  answer: string;
  send: (text: string) => void;
  fill: (text: string) => void;
}

/** Quick actions on an answer: explain it, summarize it, translate it. */
export function AnswerActionsPlug({ answer, send, fill }: AnswerActionsPlugProps) {
  const text = useText("prompts");
  const say = useActionText();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...actionsQuery, enabled: open });
  const actions = (data?.items ?? [])
    .filter((action) => action.scene !== "composer")
    .map((action) => inLanguage(action, text));
  return (
    <Menu
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" label={text("quick_actions_on")} icon={<Zap />} />}
    >
      {actions.map((action) => {
        const Icon = ACTION_ICONS[action.icon] ?? ACTION_ICONS.zap;
        // The answer is already in the model's context; it is repeated only where the action's text
        // asks for it.
        const said = () => say(action, action.prompt.includes(TEXT_PLACE) ? answer : "");
        return (
          <MenuItem
            key={action.id}
            icon={<Icon />}
            onSelect={() => (action.behavior === "send" ? send(said()) : fill(said()))}
          >
            {action.name}
          </MenuItem>
        );
      })}
      {actions.length > 0 ? <MenuSeparator /> : null}
      <MenuItem icon={<Settings2 />} render={<AppLink to={PLACES.quickActions} />}>
        {text("manage_actions")}
      </MenuItem>
    </Menu>
  );
}
