import { BotFace } from "@ensemble/blocks/BotFace";
import type { SharedPage } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import type { SharedBot } from "./shared-bot";

/** Shows a bot to others: description, welcome message, starters, and its prompt if its author shares it. */
export function SharedBotView({ page }: { page: SharedPage }) {
  const text = useText("sharing");
  const { welcome, starters = [], recipe } = page.content as SharedBot;
  return (
    <div className="flex flex-col gap-6">
      {page.description ? <p className="plain-bidi whitespace-pre-wrap">{page.description}</p> : null}
      <Said title={text("welcome")} content={welcome} />
      {starters.length > 0 ? (
        <section className="flex flex-col gap-1.5">
          <h2 className="text-muted text-sm">{text("starters")}</h2>
          <ul className="grid gap-2 sm:grid-cols-2">
            {starters.map((starter) => (
              <li
                key={starter}
                className="plain-bidi min-w-0 rounded-md px-3 py-2 text-sm shadow-[inset_0_0_0_1px_var(--line)] [overflow-wrap:anywhere]"
              >
                {starter}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {recipe ? <Said title={text("prompt")} content={recipe.prompt} /> : null}
    </div>
  );
}

export const SharedBotFace = ({ page }: { page: SharedPage }) => (
  <BotFace id={(page.content as SharedBot).bot_id} icon={page.picture} size="lg" />
);

function Said({ title, content }: { title: string; content: string }) {
  if (content === "") return null;
  return (
    <section className="flex flex-col gap-1.5">
      <h2 className="text-muted text-sm">{title}</h2>
      <p className="plain-bidi whitespace-pre-wrap rounded-lg bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
        {content}
      </p>
    </section>
  );
}
