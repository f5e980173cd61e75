import clsx from "clsx";
import { tintOf } from "./tint";

const SIZES = { sm: "size-6 text-[0.625rem]", md: "size-8 text-xs", lg: "size-14 text-lg" };

/** Shows a person's initials on a color derived from their id. */
export function Avatar({ id, name, size = "md" }: { id: string; name: string; size?: keyof typeof SIZES }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initialsOf(name)}
      className={clsx(
        // Rendered by the style sheet, so that it is not part of an accessible name.
        "before:content-[attr(data-initials)]",
        "inline-flex flex-none select-none items-center justify-center rounded-full font-semibold leading-none",
        SIZES[size],
      )}
      style={tintOf(id)}
    />
  );
}

/** Returns the initials of the first and last word; one letter for a single word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first] = words;
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => (word ? ([...word][0] ?? "") : ""))
    .join("")
    .toLocaleUpperCase();
}
