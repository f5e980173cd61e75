import { useMe, useSettings } from "@ensemble/blocks/session-queries";
import type { ConversationSettings } from "@ensemble/contract/wire";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { IconButton } from "@ensemble/ui/IconButton";
import { Popover } from "@ensemble/ui/popups/Popover";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { ContextFields } from "../context/ContextFields";
import { conversationSettingsMutation } from "../context/context-queries";
import type { Thread } from "../conversation/thread";
import { namedLanguages } from "./reply-languages";

const EVERYWHERE = "everywhere";

/** Settings of this conversation only; unset ones follow the general settings. */
export function ConversationSettingsButton({ detail }: { detail: Thread }) {
  const text = useText("chat");
  return (
    <Popover
      align="end"
      className="max-h-(--available-height) w-80 overflow-y-auto p-4"
      trigger={<IconButton label={text("chat_settings")} icon={<SlidersHorizontal />} />}
    >
      <Fields detail={detail} />
    </Popover>
  );
}

function Fields({ detail }: { detail: Thread }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const everywhere = useSettings();
  const { custom_context: custom } = useMe();
  const client = useQueryClient();
  const { mutate } = useMutation(conversationSettingsMutation(client, detail.conversation.id));
  const here = detail.settings;
  const change = (changed: Partial<ConversationSettings>) => mutate({ ...here, ...changed });
  const choice = <Value extends string>(
    label: string,
    value: Value | null,
    options: { value: Value; label: string }[],
    set: (value: Value | null) => void,
  ) => (
    <Select<Value | typeof EVERYWHERE>
      compact
      label={label}
      value={value ?? EVERYWHERE}
      onChange={(chosen) => set(chosen === EVERYWHERE ? null : chosen)}
      options={[{ value: EVERYWHERE, label: text("as_everywhere") }, ...options]}
    />
  );
  return (
    <div className="flex flex-col gap-4">
      <h2 className="font-semibold text-sm">{text("chat_settings_here")}</h2>
      {choice(
        text("context"),
        here.context ? "own" : null,
        [{ value: "own", label: text("own_setting") }],
        (own) => change({ context: own ? everywhere.context : null }),
      )}
      {here.context ? (
        <ContextFields value={here.context} custom={custom} onChange={(context) => change({ context })} />
      ) : null}
      {choice<string>(
        text("reply_language"),
        here.reply_language,
        [{ value: "auto", label: text("reply_language_auto") }, ...namedLanguages(locale)],
        (reply_language) => change({ reply_language }),
      )}
      {choice(
        text("scroll"),
        here.scroll,
        [
          { value: "follow", label: text("scroll_follow") },
          { value: "pin", label: text("scroll_pin") },
          { value: "off", label: text("scroll_off") },
        ],
        (scroll) => change({ scroll }),
      )}
      {choice(
        text("content_width"),
        here.content_width,
        [
          { value: "normal", label: text("width_normal") },
          { value: "full", label: text("width_full") },
        ],
        (content_width) => change({ content_width }),
      )}
    </div>
  );
}
