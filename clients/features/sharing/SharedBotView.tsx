import type { SharedPage } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";

/** A bot as it is offered to others: what it is for, and how it greets. */
export function SharedBotView({ page }: { page: SharedPage }) {
  const text = useText("sharing");
  const welcome = welcomeIn(page.content);
  return (
    <div className="flex flex-col gap-5">
      {page.description ? <p className="plain-bidi whitespace-pre-wrap">{page.description}</p> : null}
      {welcome ? (
        <section className="flex flex-col gap-1.5">
          <h2 className="text-muted text-sm">{text("welcome")}</h2>
          <p className="plain-bidi whitespace-pre-wrap rounded-lg bg-sunken px-4 py-3">{welcome}</p>
        </section>
      ) : null}
    </div>
  );
}

function welcomeIn(content: unknown): string {
  if (typeof content !== "object" || content === null || !("welcome" in content)) return "";
  return typeof content.welcome === "string" ? content.welcome : "";
}
