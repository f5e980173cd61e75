import { useText } from "@ensemble/i18n/text";
import { IDEAS, type Idea, ideaPrompt, ideaTitle } from "./ideas";

/** Ready schedules, each of which opens the form. */
export function Ideas({ onTake }: { onTake: (idea: Idea) => void }) {
  const text = useText("schedules");
  return (
    <section aria-labelledby="ideas" className="flex flex-col gap-3">
      <h2 id="ideas" className="font-medium text-sm">
        {text("ideas")}
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {IDEAS.map((idea) => (
          <li key={idea.name}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onTake(idea)}
              className="flex h-full w-full flex-col gap-1 rounded-md bg-raised p-3 text-start shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-hover"
            >
              <span className="flex items-center gap-2 font-medium text-sm">
                <idea.icon className="size-4 flex-none text-accent-ink" aria-hidden="true" />
                {text(ideaTitle(idea))}
              </span>
              <span className="line-clamp-2 text-muted text-sm">{text(ideaPrompt(idea))}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
