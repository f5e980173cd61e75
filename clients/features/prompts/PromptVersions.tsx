import type { Prompt, PromptFields } from "@ensemble/contract/wire";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { useQuery } from "@tanstack/react-query";
import { versionsQuery } from "./prompt-queries";

interface PromptVersionsProps {
  prompt: Prompt;
  /** Puts an earlier version into the form; it is saved with the form. */
  onPutBack: (fields: Pick<PromptFields, "name" | "description" | "content">) => void;
}

/** Lists previous versions of a prompt, to restore one. */
export function PromptVersions({ prompt, onPutBack }: PromptVersionsProps) {
  const text = useText("prompts");
  const { locale } = useLocale();
  const { data } = useQuery(versionsQuery(prompt.id));
  const earlier = data?.items.filter((version) => version.version < prompt.version).slice(0, 20) ?? [];
  if (earlier.length === 0) return null;
  return (
    <Disclosure strong title={text("versions")}>
      <ul className="mt-2 flex flex-col gap-2">
        {earlier.map(({ version, name, description, content, created_at }) => (
          <li key={version} className="flex items-start gap-3 rounded-md bg-sunken px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="text-muted text-xs">
                {text("version", { number: version, time: relativeTime(created_at, Date.now(), locale) })}
              </p>
              <p className="plain-bidi line-clamp-3 break-words">{content}</p>
            </div>
            <Button size="sm" onClick={() => onPutBack({ name, description, content })}>
              {text("put_back")}
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
