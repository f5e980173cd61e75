import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";

const EXAMPLES = ["app", "diagram", "table"] as const;

/** Examples of what can be asked for, each of which begins a chat. */
export function Examples() {
  const text = useText("artifacts");
  return (
    <ul className="mt-4 flex w-full flex-col gap-2">
      {EXAMPLES.map((name) => (
        <li key={name}>
          <AppLink
            to={`${PLACES.newChat}?q=${encodeURIComponent(text(`examples.${name}`))}`}
            className="flex items-center justify-center rounded-md bg-raised px-3 py-2 text-sm touch:min-h-11 shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover"
          >
            {text(`examples.${name}`)}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
