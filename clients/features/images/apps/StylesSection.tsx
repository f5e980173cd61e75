import { hasStyle, withStyle } from "@ensemble/blocks/images/prompt-style";
import { useText } from "@ensemble/i18n/text";
import { Check } from "lucide-react";
import type { CreateForm } from "../studio/use-create-form";
import { exampleOf } from "./style-examples";
import { STYLES, type StyleName } from "./styles";

/** Styles: a choice puts its words into the prompt. Those that a filter of this server shows have an example. */
export function StylesSection({
  wanted,
  form,
  onFilled,
}: {
  /** Words that are searched, in lower case. */
  wanted: string;
  form: CreateForm;
  onFilled: () => void;
}) {
  const text = useText("image_apps");
  const separator = text("prompt_separator");
  const wordsOf = (name: StyleName) => text(`style_words.${name}`);
  const found = STYLES.filter(({ name }) => text(`style.${name}`).toLocaleLowerCase().includes(wanted));
  if (found.length === 0 || !form.model) return null;
  return (
    <section aria-labelledby="image-styles" className="flex flex-col gap-3">
      <div>
        <h2 id="image-styles" className="font-semibold">
          {text("styles")}
        </h2>
        <p className="text-pretty text-muted text-sm">{text("styles_hint")}</p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {found.map(({ name, ...style }) => {
          const isChosen = hasStyle(form.prompt, wordsOf(name), separator);
          const others = STYLES.map((one) => wordsOf(one.name)).filter((one) => one !== wordsOf(name));
          return (
            <li key={name}>
              <StyleCard
                name={name}
                example={"example" in style ? exampleOf(style.example) : null}
                isChosen={isChosen}
                onChoose={() => {
                  form.setPrompt(withStyle(form.prompt, wordsOf(name), { others, separator }));
                  onFilled();
                }}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function StyleCard({
  name,
  example,
  isChosen,
  onChoose,
}: {
  name: StyleName;
  /** Address of a picture in this style. */
  example: string | null;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const text = useText("image_apps");
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="relative flex size-full flex-col overflow-hidden rounded-md bg-raised text-start shadow-[inset_0_0_0_1px_var(--line)] transition-shadow hover:shadow-[inset_0_0_0_1px_var(--edge)] aria-pressed:outline-2 aria-pressed:outline-accent aria-pressed:-outline-offset-2"
    >
      {example ? (
        <img
          src={example}
          alt=""
          width={320}
          height={240}
          loading="lazy"
          className="aspect-4/3 w-full bg-sunken object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className="plain-bidi flex aspect-4/3 w-full items-center justify-center bg-sunken px-3 text-center text-muted text-xs"
        >
          <span className="line-clamp-3">{text(`style_words.${name}`)}</span>
        </span>
      )}
      <span className="px-3 py-2 font-medium text-sm">{text(`style.${name}`)}</span>
      {isChosen ? (
        <Check
          aria-hidden="true"
          className="absolute end-2 top-2 size-5 rounded-full bg-accent p-0.5 text-on-accent"
        />
      ) : null}
    </button>
  );
}
