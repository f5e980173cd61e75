import { BotFace } from "@ensemble/blocks/BotFace";
import { botQuery } from "@ensemble/blocks/shared-queries";
import { useQuery } from "@tanstack/react-query";

/** Shows the bot that answers and its model. */
export function BotAnswerer({ botId, model }: { botId: string; model: string | null }) {
  const { data: bot } = useQuery(botQuery(botId));
  return (
    <p className="flex items-center gap-2 text-muted text-sm">
      <BotFace id={botId} icon={bot?.icon ?? null} size="sm" />
      {bot ? <bdi className="min-w-0 truncate">{bot.name}</bdi> : null}
      {model ? <bdi className={bot ? "min-w-0 truncate text-faint" : "min-w-0 truncate"}>{model}</bdi> : null}
    </p>
  );
}
